"""A browser without a screen, spoken to by the W3C WebDriver protocol over loopback."""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

DRIVER, CHROMIUM = shutil.which("chromedriver"), shutil.which("chromium")
LACKING = "" if DRIVER and CHROMIUM else "there is no chromium with its chromedriver on the PATH"

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--hide-scrollbars", "--window-size=1280,1000",
)  # fmt: skip

_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
_KEYS = {"tab": "\ue004", "enter": "\ue007", "escape": "\ue00c", "left": "\ue012", "end": "\ue010"}


class Browser:
    """One browser with an empty profile of its own."""

    def __init__(self) -> None:
        assert DRIVER is not None
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self._driver = subprocess.Popen(
            [DRIVER, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self._driver.stdout is not None
        for said in self._driver.stdout:
            if found := re.search(r"started successfully on port (\d+)", said):
                self._base = f"http://127.0.0.1:{found[1]}"
                break
        options = {"binary": CHROMIUM, "args": [*FLAGS, f"--user-data-dir={self._profile.name}"]}
        wanted = {
            "browserName": "chrome",
            "goog:chromeOptions": options,
            "goog:loggingPrefs": {"performance": "ALL", "browser": "ALL"},
        }
        made = self._send("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self._base += f"/session/{made['sessionId']}"

    def close(self) -> None:
        """End the browser and its driver."""
        self._send("DELETE", "")
        self._driver.terminate()
        self._driver.wait(timeout=20)
        assert self._driver.stdout is not None
        self._driver.stdout.close()
        self._profile.cleanup()

    def open(self, page: Path, anchor: str = "") -> None:
        """Open a page from its file."""
        self._send("POST", "/url", {"url": "about:blank"})
        self._send("POST", "/url", {"url": page.resolve().as_uri() + anchor})

    def run(self, script: str, *args: Any) -> Any:
        """What a script returns."""
        return self._send("POST", "/execute/sync", {"script": script, "args": list(args)})

    def until(self, selector: str, text: str) -> None:
        """Wait until an element says something; what follows a click may come a little later."""
        last = time.monotonic() + 10
        while self.text(selector) != text:
            assert time.monotonic() < last, self.text(selector)

    def text(self, selector: str) -> str:
        """The text of an element, as it is shown."""
        return str(self.run("return document.querySelector(arguments[0]).innerText", selector))

    def click(self, selector: str) -> None:
        """Click an element where it is, as a hand would."""
        found = self._send("POST", "/element", {"using": "css selector", "value": selector})
        self._send("POST", f"/element/{found[_ELEMENT]}/click", {})

    def press(self, *keys: str) -> None:
        """Press keys, each by its name or as a character."""
        actions = []
        for key in keys:
            value = _KEYS.get(key, key)
            actions += [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        keyboard = {"type": "key", "id": "keyboard", "actions": actions}
        self._send("POST", "/actions", {"actions": [keyboard]})

    def ask(self, command: str, **params: Any) -> Any:
        """A command of the DevTools protocol."""
        return self._send("POST", "/goog/cdp/execute", {"cmd": command, "params": params})

    def size(self, width: int, height: int = 800) -> None:
        """The width and height of the window, in CSS pixels, as of a phone where it is narrow."""
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=width < 600,
        )  # fmt: skip

    def dark(self, wanted: bool = True) -> None:
        """Whether the reader's system is set to dark colours."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if wanted else "light"}
        self.ask("Emulation.setEmulatedMedia", features=[scheme])

    def scripts(self, wanted: bool) -> None:
        """Whether scripts run."""
        self.ask("Emulation.setScriptExecutionDisabled", value=not wanted)

    def asked(self) -> list[str]:
        """Addresses that pages have asked for since this was last read."""
        found = []
        for line in self._send("POST", "/se/log", {"type": "performance"}):
            message = json.loads(line["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                found.append(message["params"]["request"]["url"])
        return found

    def complaints(self) -> list[str]:
        """What the browser had to say of pages: errors of scripts, breaches of their policy."""
        return [line["message"] for line in self._send("POST", "/se/log", {"type": "browser"})]

    def picture(self) -> bytes:
        """What the window shows, as PNG."""
        return base64.b64decode(self._send("GET", "/screenshot"))

    def printed(self) -> bytes:
        """The page as it is printed, as PDF."""
        return base64.b64decode(self._send("POST", "/print", {"background": True}))

    def _send(self, method: str, path: str, body: Any = None) -> Any:
        data = None if method != "POST" else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(
            self._base + path, data=data, headers=headers, method=method
        )
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()) from error
