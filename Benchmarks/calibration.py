#!/usr/bin/env python3
"""How often characters said with a confidence are right: calibration.py READINGS... (of timing-bench --readings)."""
import sys,math,collections
def align(truth,chars):
    # returns list of (conf,correct) for decoded chars by edit alignment
    n,m=len(truth),len(chars)
    D=[[0]*(m+1) for _ in range(n+1)]
    for i in range(n+1): D[i][0]=i
    for j in range(m+1): D[0][j]=j
    for i in range(1,n+1):
        for j in range(1,m+1):
            D[i][j]=min(D[i-1][j]+1,D[i][j-1]+1,D[i-1][j-1]+(truth[i-1]!=chars[j-1][0]))
    i,j=n,m; out=[]
    while j>0:
        if i>0 and D[i][j]==D[i-1][j-1]+(truth[i-1]!=chars[j-1][0]):
            out.append((chars[j-1][1],truth[i-1]==chars[j-1][0])); i-=1;j-=1
        elif i>0 and D[i][j]==D[i-1][j]+1: i-=1
        else: out.append((chars[j-1][1],False)); j-=1
    return out
pts=[]
for f in sys.argv[1:]:
    for l in open(f):
        x=l.rstrip('\n').split('\t')
        if len(x)<5 or not x[4]: continue
        body=x[4]; chars=[]
        # tokens "c:0.123" separated by space; space char is " :0.1"
        import re
        for m_ in re.finditer(r'(.+?):(\d\.\d{3})(?: |$)',body): chars.append((m_.group(1),float(m_.group(2))))
        pts+=align(x[2],chars)
print(len(pts),'characters')
bins=[0,.3,.5,.6,.7,.8,.85,.9,.95,.98,.99,1.01]
for a,b in zip(bins,bins[1:]):
    s=[(c,k) for c,k in pts if a<=c<b]
    if s: print(f'{a:.2f}-{min(b,1):.2f}  n={len(s):6d} said {sum(c for c,_ in s)/len(s):.3f} right {sum(k for _,k in s)/len(s):.3f}')
# Platt fit
xs=[(math.log(min(max(c,.0011),.9989)/(1-min(max(c,.0011),.9989))),k) for c,k in pts]
a,b=1.0,0.0
for _ in range(60):
    g0=g1=h00=h01=h11=0
    for x,k in xs:
        p=1/(1+math.exp(-(a*x+b))); e=k-p; w=p*(1-p)
        g0+=e*x; g1+=e; h00+=w*x*x; h01+=w*x; h11+=w
    d=h00*h11-h01*h01+1e-9
    a+=(h11*g0-h01*g1)/d; b+=(h00*g1-h01*g0)/d
print('platt slope %.3f shift %.3f'%(a,b))
