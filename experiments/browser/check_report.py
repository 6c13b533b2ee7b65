#!/usr/bin/python3
"""Opens reports of `fort report` in headless Chromium, from the disk, and uses them as a reader would.

    check_report.py [--pictures DIR] REPORT.html ...

Of each page: it loads without a message on the console and asks for nothing else; every plot is drawn and has room; the
replayer steps, by buttons, keys, slider, list of moves and address, and what stands on the board after each step is what
the page's data say, added up here once more. `--pictures` keeps a picture of each page and of its replayer.

Needs Debian's packages chromium, chromium-driver and python3-selenium. Exit code 1 if anything is not as it should be.
"""

import argparse
import json
import pathlib
import sys
import time

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

ARGUMENTS = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --window-size=1200,1000"
)
STEPS = 60  # Plies of a line that are stepped through one by one.


class Wrong(Exception):
    """Something is not as it should be."""


def expect(condition, words):
    if not condition:
        raise Wrong(words)


def browser():
    options = webdriver.ChromeOptions()
    for argument in ARGUMENTS.split():
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return webdriver.Chrome(options=options)


def requests(driver):
    """Addresses that the page has asked for."""
    messages = (json.loads(entry["message"])["message"] for entry in driver.get_log("performance"))
    sent = (message["params"] for message in messages if message["method"] == "Network.requestWillBeSent")
    return [params["request"]["url"] for params in sent if not params["request"]["url"].startswith("data:")]


def standing(reel, line, ply):
    """What stands on the board after so many plies, from the page's data."""
    there = set()
    for changes in line["changes"][: ply + 1]:
        for change in changes:
            (there.add(change - 1) if change > 0 else there.remove(-1 - change))
    return sorted(tuple(reel["pieces"][piece]) for piece in there)


def drawn(driver):
    """What stands on the board, as drawn: name or words, whether it is a shape, place."""
    return sorted(
        tuple(piece)
        for piece in driver.execute_script(
            """return [...document.querySelectorAll("#pieces > *")].map((one) => [
                one.tagName === "use" ? one.getAttribute("href").slice(1) : one.textContent,
                one.tagName === "use", Number(one.getAttribute("x")), Number(one.getAttribute("y"))])"""
        )
    )


def check_plots(driver):
    """The number of plots, all of which are drawn."""
    sizes = driver.execute_script(
        """return [...document.querySelectorAll("figure")].map((figure) => {
            const svg = figure.querySelector("svg");
            const box = svg.getBoundingClientRect();
            return [figure.querySelector("strong").textContent, box.width, box.height, svg.querySelectorAll("*").length];
        })"""
    )
    for title, width, height, elements in sizes:
        expect(width > 300 and height > 60 and elements > 5, f"plot {title!r}: {width}x{height}, {elements} elements")
    return len(sizes)


def check_shapes(driver, reel):
    """Every shape that may stand on the board is defined."""
    names = sorted({name for name, is_shape, *_ in reel["pieces"] if is_shape})
    missing = driver.execute_script("return arguments[0].filter((name) => !document.getElementById(name))", names)
    expect(not missing, f"shapes without a drawing: {missing}")


def check_line(driver, reel, number):
    """Steps through a line; gives the plies stepped."""
    line = reel["lines"][number]
    last = len(line["moves"])
    by = {name: driver.find_element(By.ID, name) for name in ["first", "back", "on", "last", "slider", "moves", "board"]}

    def at(ply, how):
        found, wanted = drawn(driver), standing(reel, line, ply)
        expect(found == wanted, f"line {number} ({line['name']}), ply {ply} by {how}: {found} in place of {wanted}")
        shown = driver.find_element(By.ID, "status").text
        move = line["moves"][ply - 1] if ply else "Start"
        expect(move in shown, f"line {number}, ply {ply}: {move!r} is not in {shown!r}")

    driver.execute_script("location.hash = arguments[0]", f"line={number}&ply=0")
    time.sleep(0.05)
    at(0, "address")
    for ply in range(1, min(last, STEPS) + 1):
        by["on"].click()
        at(ply, "button")
    by["last"].click()
    at(last, "button")
    expect(line["end"] in driver.find_element(By.ID, "status").text, f"line {number}: the end is not told")
    by["back"].click()
    at(max(last - 1, 0), "button")
    by["first"].click()
    at(0, "button")
    body = driver.find_element(By.TAG_NAME, "body")
    for key, ply in [(Keys.ARROW_RIGHT, 1), (Keys.END, last), (Keys.ARROW_LEFT, last - 1), (Keys.HOME, 0)]:
        driver.execute_script("document.activeElement.blur()")
        body.send_keys(key)
        at(max(min(ply, last), 0), "key")
    middle = last // 2
    driver.execute_script(
        "const slider = arguments[0]; slider.value = arguments[1]; slider.dispatchEvent(new Event('input'))",
        by["slider"],
        middle,
    )
    at(middle, "slider")
    if last:
        item = by["moves"].find_elements(By.TAG_NAME, "li")[last - 1]
        driver.execute_script("arguments[0].click()", item)
        at(last, "list of moves")
    return min(last, STEPS)


def check_replayer(driver, pictures):
    """Lines and plies stepped through."""
    reel = json.loads(driver.execute_script("return document.getElementById('reel').textContent"))
    check_shapes(driver, reel)
    lines = reel["lines"]
    options = driver.find_elements(By.CSS_SELECTOR, "#lines option")
    expect(len(options) == len(lines), f"{len(options)} lines to choose from, {len(lines)} there")
    some = sorted({0, len(lines) // 2, len(lines) - 1})
    plies = sum(check_line(driver, reel, number) for number in some)
    search = driver.find_element(By.ID, "filter")
    search.send_keys("no line has these words")
    expect(not driver.find_elements(By.CSS_SELECTOR, "#lines option"), "the filter lets everything pass")
    search.clear()
    search.send_keys(Keys.SPACE, Keys.BACKSPACE)
    number = some[0]
    if number != some[-1]:  # What is open already is not opened again.
        driver.find_elements(By.CSS_SELECTOR, "#lines option")[number].click()
    else:
        driver.find_element(By.ID, "first").click()
    expect(drawn(driver) == standing(reel, lines[number], 0), "the list does not open a line")
    if len(lines[number]["moves"]) > 1:
        driver.find_element(By.ID, "play").click()
        time.sleep(1.0)
        driver.find_element(By.ID, "play").click()
        expect(drawn(driver) == standing(reel, lines[number], 1), "it does not play by itself")
    if pictures:
        driver.execute_script("location.hash = arguments[0]", f"line=0&ply={2 * len(lines[0]['moves']) // 3}")
        time.sleep(0.1)
        driver.find_element(By.ID, "replayer").screenshot(str(pictures.with_suffix(".replayer.png")))
    return len(some), plies


def check(driver, path, pictures):
    """Checks a page; gives words about it."""
    driver.get_log("performance"), driver.get_log("browser")
    address = path.resolve().as_uri()
    driver.get(address)
    plots = check_plots(driver)
    expect(plots > 0, "no plots")
    words = f"{plots} plots"
    picture = pictures and pictures / path.parent.name
    if driver.find_elements(By.ID, "replayer"):
        lines, plies = check_replayer(driver, picture)
        words += f", {lines} lines stepped through in {plies} plies"
    console = driver.get_log("browser")
    expect(not console, f"on the console: {console}")
    asked = sorted(set(requests(driver)) - {address})
    asked = [url for url in asked if url.split("#")[0] != address]
    expect(not asked, f"asked for {asked}")
    if picture:
        height = driver.execute_script("return document.documentElement.scrollHeight")
        driver.set_window_size(1200, min(height + 100, 9000))
        driver.execute_script("scrollTo(0, 0)")
        driver.save_screenshot(str(picture.with_suffix(".png")))
        driver.set_window_size(1200, 1000)
    return words


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pictures", type=pathlib.Path)
    parser.add_argument("reports", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    if arguments.pictures:
        arguments.pictures.mkdir(parents=True, exist_ok=True)
    wrong = 0
    for path in arguments.reports:
        # A browser for each, so that none finds what another has left.
        driver = browser()
        try:
            print(f"{path}: {check(driver, path, arguments.pictures)}, nothing on the console, nothing asked for", flush=True)
        except Wrong as what:
            wrong += 1
            print(f"{path}: WRONG: {what}", flush=True)
        finally:
            driver.quit()
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
