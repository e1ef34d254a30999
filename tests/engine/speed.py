#!/usr/bin/env python3
"""Steps a second through the pipe of `hardtack engine`: speed.py [PROGRAM] [SECONDS]."""
import json
import random
import subprocess
import sys
import time

PROGRAM = sys.argv[1] if len(sys.argv) > 1 else "hardtack"
SECONDS = float(sys.argv[2]) if len(sys.argv) > 2 else 3.0
SCENARIOS = ["lesson-spring-hill", "second-manassas", "rummels-farm", "lesson-henry-hill"]


def steps_a_second(scenario, games):
    """Random games, so many of them at once: a request for each is sent before the answers are read."""
    engine = subprocess.Popen([PROGRAM, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def do(requests):
        engine.stdin.write("".join(json.dumps(request) + "\n" for request in requests).encode())
        engine.stdin.flush()
        return [json.loads(engine.stdout.readline()) for _ in requests]

    stands = do([{"do": "new", "scenario": scenario, "seed": seed} for seed in range(games)])
    began, steps = time.monotonic(), 0
    while time.monotonic() - began < SECONDS:
        requests = []
        for stand in stands:
            if "over" in stand:
                requests.append({"do": "reset", "game": stand["game"], "seed": random.getrandbits(32)})
            else:
                requests.append({"do": "step", "game": stand["game"], "n": random.randrange(stand["legal"])})
        stands = do(requests)
        steps += sum("over" not in stand for stand in stands)
    took = time.monotonic() - began
    do([{"do": "quit"}])
    engine.wait()
    return steps / took


for scenario in SCENARIOS:
    one, many = steps_a_second(scenario, 1), steps_a_second(scenario, 64)
    print(f"{scenario:20} {one:8.0f}/s waiting for each answer, {many:8.0f}/s with 64 games at once")
