#!/usr/bin/env python3
"""Draws light that is not Morse for timing-bench: not_morse.py OUT [SEED]. The readings' evidence should be negative."""
import os,sys
import numpy as np
out=sys.argv[1]; os.makedirs(out,exist_ok=True); idx=open(out+'/index.tsv','w')
def ev(name,cond,on,off):
    t=0.5
    with open(f'{out}/{name}.csv','w') as f:
        f.write('time,state\n')
        for a,b in zip(on,off):
            f.write(f'{t:.6f},1\n{t+a:.6f},0\n'); t+=a+b
    idx.write(f'{name}\t{cond}\tnot\t\n')
def lum(name,cond,t,y):
    with open(f'{out}/{name}.csv','w') as f:
        f.write('time,luma\n'+''.join(f'{a:.6f},{b:.6f}\n' for a,b in zip(t,y)))
    idx.write(f'{name}\t{cond}\tnotluma\t\n')
rng=np.random.default_rng(int(sys.argv[2]) if len(sys.argv)>2 else 5)
for k in range(25):
    n=int(rng.integers(3,60)); sc=np.exp(rng.uniform(np.log(.06),np.log(1)))
    ev(f'telegraph.{k}','telegraph',rng.exponential(sc,n)+.01,rng.exponential(sc*rng.uniform(.5,3),n)+.01)
    ev(f'lognorm.{k}','lognorm',sc*np.exp(rng.normal(0,rng.uniform(.3,1),n)),sc*np.exp(rng.normal(0.3,rng.uniform(.3,1),n)))
    ev(f'uniform.{k}','uniform',rng.uniform(.2,2,n)*sc,rng.uniform(.2,3,n)*sc)
    j=rng.uniform(0,.06); a=rng.uniform(.05,.8); b=rng.uniform(.05,.9)
    ev(f'indicator.{k}','indicator',a*(1+rng.normal(0,j,n)),b*(1+rng.normal(0,j,n)))
    a2=rng.uniform(.05,.8); b2=rng.uniform(.05,.9); i=np.arange(n)
    ev(f'double.{k}','double',np.where(i%2,a,a2)*(1+rng.normal(0,j,n)),np.where(i%2,b,b2)*(1+rng.normal(0,j,n)))
    fps=rng.choice([25,30,60]); t=np.arange(0,rng.uniform(5,40),1/fps)
    lum(f'noise.{k}','noise',t,100+rng.normal(0,3,len(t)))
    w=np.convolve(rng.normal(0,1,len(t)+9),np.ones(5)/5,'same')[:len(t)]
    lum(f'rednoise.{k}','rednoise',t,100+w)
    f=rng.uniform(.4,6); lum(f'beat.{k}','beat',t,100+10*np.sin(2*np.pi*f*t)+rng.normal(0,.5,len(t)))
    st=np.cumsum(rng.exponential(sc*2,400)); s=(np.searchsorted(st,t)%2)
    lum(f'lumtel.{k}','lumtel',t,100+30*s+rng.normal(0,2,len(t)))
    m=int(rng.integers(1,6)); y=100+rng.normal(0,1,len(t))
    for _ in range(m):
        c=rng.uniform(0,t[-1]); y+=60*np.exp(-.5*((t-c)/rng.uniform(.1,.8))**2)
    lum(f'cars.{k}','cars',t,y)
