#!/usr/bin/env python3
"""Prints the polynomials of the elementary functions: minimax in relative error, by Remez exchange.

Needs mpmath. `tools/minimax.py` prints all of them; the coefficients stand, in this order, in src/math and in
include/orrery/math/simd/detail/elementary.inl.
"""
from mpmath import mp, mpf, matrix, lu_solve, polyval, cos, sin, exp, log, atan, asin, sqrt, pi

mp.prec = 200


def remez(target, weight, low, high, count, rounds=25):
    """Coefficients c, lowest first, that minimise max |weight * (target - sum c_k x^k)|, and that maximum."""
    middle, radius = (low + high) / 2, (high - low) / 2
    nodes = [middle - radius * cos(pi * i / count) for i in range(count + 1)]
    grid = [middle - radius * cos(pi * mpf(i) / (40 * (count + 1))) for i in range(40 * (count + 1) + 1)]
    for _ in range(rounds):
        system, right = matrix(count + 1, count + 1), matrix(count + 1, 1)
        for i, x in enumerate(nodes):
            for k in range(count):
                system[i, k] = x**k
            system[i, count] = (-1) ** i / weight(x)
            right[i] = target(x)
        coefficients = list(lu_solve(system, right))[:count]
        errors = [weight(x) * (target(x) - polyval(coefficients[::-1], x)) for x in grid]
        # The largest error of each run of one sign becomes a node.
        extrema = []
        for i, error in enumerate(errors):
            if extrema and (errors[extrema[-1]] > 0) == (error > 0):
                if abs(error) > abs(errors[extrema[-1]]):
                    extrema[-1] = i
            else:
                extrema.append(i)
        while len(extrema) > count + 1:
            extrema.pop(0 if abs(errors[extrema[0]]) < abs(errors[extrema[-1]]) else -1)
        if len(extrema) < count + 1:
            break
        moved = max(abs(grid[i] - x) for i, x in zip(extrema, nodes))
        nodes = [grid[i] for i in extrema]
        if moved < mpf(10) ** -12:
            break
    return coefficients, max(abs(e) for e in errors)


def show(name, target, weight, low, high, count):
    coefficients, error = remez(target, weight, mpf(low), mpf(high), count)
    print(f"{name}: {count} coefficients, error 2^{float(log(error, 2)):.1f}")
    for c in coefficients:
        print("   ", float(c).hex())


def of_root(function):
    """function(sqrt(z)) / sqrt(z): the even part of an odd function, in its square."""
    return lambda z: function(sqrt(z)) / sqrt(z)


NEAR_ZERO = mpf(2) ** -25  # the quotients below are 0/0 at zero itself
ln2 = log(mpf(2))
slack = 1 + mpf(2) ** -20
eighth = (pi / 4) ** 2
atanh2 = of_root(lambda s: log((1 + s) / (1 - s)))
log_end = ((sqrt(mpf(2)) - 1) / (sqrt(mpf(2)) + 1)) ** 2 * slack

for name, end, count in [("sin, double", eighth * slack, 6), ("sin, float", eighth * mpf("1.01") ** 2, 3)]:
    show(name, lambda z: (of_root(sin)(z) - 1) / z, lambda z: z, NEAR_ZERO, end, count)
for name, end, count in [("cos, double", eighth * slack, 6), ("cos, float", eighth * mpf("1.01") ** 2, 3)]:
    show(name, lambda z: (cos(sqrt(z)) - 1 + z / 2) / z**2, lambda z: z**2 / cos(sqrt(z)), NEAR_ZERO, end, count)
# A little weight at zero keeps the system regular there.
for name, base, end, count in [("exp, double", 1, ln2 / 2 * slack, 10), ("exp, float", 1, ln2 / 2 * slack, 6),
                               ("exp2, double", ln2, mpf(1) / 2, 10)]:
    show(name, lambda r: (exp(r * base) - 1 - r * base) / r**2 if abs(r) > mpf(2) ** -50 else base**2 / 2,
         lambda r: (r**2 + mpf(10) ** -3) / exp(r * base), -end, end, count)
for name, count in [("log, double", 7), ("log, float", 4)]:
    show(name, lambda z: (atanh2(z) - 2) / z, lambda z: z / 2, NEAR_ZERO, log_end, count)
show("log2 and pow, double", lambda z: ((atanh2(z) - 2) / z - mpf(2) / 3) / z, lambda z: z**2 / 2, NEAR_ZERO, log_end, 7)
for name, end, count in [("atan, double", (mpf(7) / 16) ** 2 * slack, 11),
                         ("atan, float", (sqrt(mpf(2)) - 1) ** 2 * (1 + mpf(2) ** -10), 6)]:
    show(name, lambda z: (of_root(atan)(z) - 1) / z, lambda z: z / of_root(atan)(z), NEAR_ZERO, end, count)
show("asin, double", lambda z: (of_root(asin)(z) - 1) / z, lambda z: z, NEAR_ZERO, mpf(1) / 4, 13)
