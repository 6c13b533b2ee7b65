"""Talks to the program `fort`: one call, one JSON document (or one a line)."""

import json
import subprocess


class Program:
    """The program at `path`; counts its calls."""

    def __init__(self, path):
        self.path = path
        self.calls = 0

    def run(self, *arguments):
        """Standard output of `fort ARGUMENTS`; a failure is an exception with the program's message."""
        self.calls += 1
        done = subprocess.run([self.path, *map(str, arguments)], capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"fort {' '.join(map(str, arguments))}: {done.stderr.strip()}")
        return done.stdout

    def json(self, *arguments):
        """The JSON document that `fort ARGUMENTS --json` prints."""
        return json.loads(self.run(*arguments, "--json"))

    def json_lines(self, *arguments):
        """The JSON documents, a line each, that `fort ARGUMENTS --json` prints."""
        return [json.loads(line) for line in self.run(*arguments, "--json").splitlines()]

    def ask(self, verb, game, rules, position, *more):
        """`fort VERB GAME` at a position under rules written `key=value,…`."""
        options = ["--rules", rules] if rules else []
        return self.json(verb, game, *options, "--position", position, *more)


def parse_rules(text):
    """`a=7,b=6` as a dictionary of strings."""
    return dict(item.split("=") for item in text.split(",")) if text else {}
