"""Ratings of many players once more: wrote `testdata/statistics/ratings_meetings.csv` and `ratings_reference.csv`.

    python3 testdata/second_opinion/ratings.py testdata/statistics

Standard library only. The leagues are drawn with fixed seeds. The ratings come from Zermelo's iteration (1929; Hunter 2004):
strength = points / sum of games / (own + other strength), until nothing moves. Player 0 has 2000. The errors are those of the
sandwich: with player 0 left out, D the derivatives of all players' expected points and R the residuals of the results, the
covariance is the inverse of D times the sum of R R^T times the inverse, by Gaussian elimination.
"""

import csv
import math
import random
import sys

ELO = 400 / math.log(10)
Z = 1.959963984540054


def draw_league(name, players, pairs, paired, draw_rate, missing, seed):
    rng = random.Random(seed)
    true = [rng.gauss(0, 0.7) for _ in range(players)]
    rows = []
    for a in range(players):
        for b in range(a):
            if rng.random() < missing:
                continue
            score = 1 / (1 + math.exp(true[b] - true[a]))
            draws = draw_rate * 2 * score * (1 - score)
            wdl, penta = [0, 0, 0], [0] * 5
            for _ in range(rng.randint(1, pairs)):
                first = rng.choices([2, 1, 0], [score - draws / 2, draws, 1 - score - draws / 2])[0]
                second = rng.choices([2, 1, 0], [score - draws / 2, draws, 1 - score - draws / 2])[0]
                if paired and rng.random() < 0.4:
                    second = 2 - first
                for half_points in (first, second):
                    wdl[2 - half_points] += 1
                penta[first + second] += 1
            rows.append([name, a, b, *wdl, *(penta if paired else [0] * 5)])
    return rows


def zermelo(players, rows):
    points, strength = [0.0] * players, [1.0] * players
    for _, a, b, w, d, l, *_ in rows:
        points[a] += w + d / 2
        points[b] += l + d / 2
    while True:
        rate = [0.0] * players
        for _, a, b, w, d, l, *_ in rows:
            for one in (a, b):
                rate[one] += (w + d + l) / (strength[a] + strength[b])
        new = [p / r for p, r in zip(points, rate)]
        new = [s / new[0] for s in new]
        moved = max(abs(math.log(x / y)) for x, y in zip(new, strength))
        strength = new
        if moved < 1e-14:
            return [math.log(s) for s in strength]


def inverse(matrix):
    n = len(matrix)
    work = [row[:] + [float(i == j) for j in range(n)] for i, row in enumerate(matrix)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(work[r][i]))
        work[i], work[pivot] = work[pivot], work[i]
        work[i] = [x / work[i][i] for x in work[i]]
        for r in range(n):
            if r != i:
                work[r] = [x - work[r][i] * y for x, y in zip(work[r], work[i])]
    return [row[n:] for row in work]


def product(one, other):
    return [[sum(x * y for x, y in zip(row, column)) for column in zip(*other)] for row in one]


def errors(players, rows, ratings):
    derivative = [[0.0] * players for _ in range(players)]
    residuals = [[0.0] * players for _ in range(players)]
    for _, a, b, w, d, l, *penta in rows:
        score = 1 / (1 + math.exp(ratings[b] - ratings[a]))
        if sum(penta):
            units = [(half_points / 2 - 2 * score, count) for half_points, count in enumerate(penta)]
        else:
            units = [(1 - score, w), (0.5 - score, d), (-score, l)]
        square = sum(count * residual**2 for residual, count in units)
        for one, other in ((a, b), (b, a)):
            derivative[one][one] += (w + d + l) * score * (1 - score)
            derivative[one][other] -= (w + d + l) * score * (1 - score)
            residuals[one][one] += square
            residuals[one][other] -= square
    without_first = lambda matrix: [row[1:] for row in matrix[1:]]
    bread = inverse(without_first(derivative))
    covariance = product(product(bread, without_first(residuals)), bread)
    return [0.0] + [Z * ELO * math.sqrt(covariance[i][i]) for i in range(players - 1)]


def main(directory):
    leagues = [("plain", 6, 20, False, 0.0, 0.0, 1), ("draws", 9, 30, False, 0.7, 0.3, 2), ("pairs", 12, 40, True, 0.5, 0.4, 3)]
    with open(f"{directory}/ratings_meetings.csv", "w", newline="") as meetings_file, open(
        f"{directory}/ratings_reference.csv", "w", newline=""
    ) as reference_file:
        meetings = csv.writer(meetings_file, lineterminator="\n")
        reference = csv.writer(reference_file, lineterminator="\n")
        meetings.writerow("league,one,other,wins,draws,losses,LL,LD,even,WD,WW".split(","))
        reference.writerow("league,player,elo,error95".split(","))
        for league in leagues:
            players = league[1]
            rows = draw_league(*league)
            meetings.writerows(rows)
            ratings = zermelo(players, rows)
            for player, (rating, error) in enumerate(zip(ratings, errors(players, rows, ratings))):
                reference.writerow([league[0], player, f"{2000 + ELO * rating:.6f}", f"{error:.6f}"])


main(sys.argv[1])
