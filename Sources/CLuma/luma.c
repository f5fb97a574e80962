#include "CLuma.h"
