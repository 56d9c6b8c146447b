"""Fetching a file by http or https: of limited size and time, without cookies, and from no private address
that the user has not typed.
"""

from __future__ import annotations

import http.client
import ipaddress
import re
import socket
import threading
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any
from urllib.parse import SplitResult, parse_qs, quote, urlsplit

from cardtools.ground.errors import InputError, bad_input
from cardtools.ground.limits import limits, raise_hint
from cardtools.ground.version import __version__

_BLOCK = 1 << 16
_SHARE = "share the sheet with everybody who has the link, or publish it: File, Share, Publish to web, CSV"
_PRIVATE = "it is in a private network: type the address, cardtools pull URL, if that is meant"
_SAID = {
    401: ("may not be read without logging in", _SHARE),
    403: ("may not be read by everybody", _SHARE),
    404: ("there is nothing at this address", "copy the address from the browser again"),
    410: ("there is nothing at this address any more", ""),
    429: ("has been asked too often", "wait some minutes"),
}


def table_address(url: str, workbook: bool = False) -> str:
    """The address of a table: that of the file behind the page of a Google Sheet, as CSV or as a workbook;
    any other stays as it is.
    """
    parts = urlsplit(url)
    found = re.fullmatch(
        r"/spreadsheets/d/((?:e/)?[\w-]+)(?:/(?:edit|view|htmlview|pubhtml).*)?/?", parts.path
    )
    if parts.hostname != "docs.google.com" or not found:
        return url
    asked = {**parse_qs(parts.query), **parse_qs(parts.fragment)}
    gid = f"&gid={asked['gid'][0]}" if re.fullmatch("[0-9]+", asked.get("gid", [""])[0]) else ""
    kind = "xlsx" if workbook else "csv"
    if found[1].startswith("e/"):
        single = "&single=true" if gid else ""
        return f"https://docs.google.com/spreadsheets/d/{found[1]}/pub?output={kind}{gid}{single}"
    return f"https://docs.google.com/spreadsheets/d/{found[1]}/export?format={kind}{gid}"


def fetch(url: str, typed: bool) -> bytes:
    """What is at an address. `typed` is whether the user has typed it: its host may be a private one then.

    Raises InputError if the address cannot be fetched, or has a web page instead of a file.
    """
    parts = _split(url)
    done: list[bytes | Exception] = []

    def run() -> None:
        try:
            done.append(_read(url, _Guard(parts, typed)))
        except (InputError, OSError, http.client.HTTPException, ValueError) as error:
            done.append(error)

    # A server that sends a byte a second would keep any other way of reading for days.
    worker = threading.Thread(target=run, daemon=True)
    worker.start()
    worker.join(limits().pull_seconds)
    if not done:
        message = f"no answer in {limits().pull_seconds} seconds"
        raise bad_input(url, message, f"try again; {raise_hint('pull_seconds')}")
    if isinstance(done[0], bytes):
        return done[0]
    raise done[0] if isinstance(done[0], InputError) else _failure(url, done[0])


def _split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError as error:
        raise bad_input(url, f"not an address: {error}") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        hint = f"https://{url}" if re.fullmatch(r"[\w-]+(\.[\w-]+)+(/\S*)?", url) else "https://..."
        raise bad_input(url, "not an address of http or https", f"write it whole: {hint}")
    if parts.username is not None or parts.password is not None:
        message = "a name or password in the address is not sent"
        raise bad_input(url, message, "leave out what is before the @")
    if re.search(r"[\x00-\x20\x7f]", url):
        raise bad_input(url, "an address has no spaces or control characters", "write a space as %20")
    return parts


def _read(url: str, guard: _Guard) -> bytes:
    request = urllib.request.Request(
        quote(url, safe="%/:=&?~#+!$,;'@()*[]"),
        headers={"User-Agent": f"cardtools/{__version__}", "Accept": "text/csv, */*;q=0.5"},
    )
    most, data = limits().pull_bytes, bytearray()
    with guard.opener().open(request, timeout=limits().pull_seconds) as answer:
        encoding = answer.headers.get("Content-Encoding", "identity").lower()
        if encoding not in ("", "identity"):
            raise bad_input(url, f"the answer is compressed ({encoding[:20]})", "fetch it with a browser")
        while block := answer.read(min(_BLOCK, most + 1 - len(data))):
            data += block
            if len(data) > most:
                raise bad_input(url, f"the answer is larger than {most:,} bytes", raise_hint("pull_bytes"))
        length = answer.headers.get("Content-Length", "")
        if length.isdecimal() and int(length) != len(data):
            message = f"the answer is cut off: {len(data):,} of {int(length):,} bytes"
            raise bad_input(url, message, "try again")
        _check_kind(url, data, answer.headers.get_content_type(), answer.geturl())
        return bytes(data)


def _check_kind(url: str, data: bytearray, kind: str, final: str) -> None:
    """Raise InputError where the answer is a page for people, or nothing."""
    if not data.strip():
        raise bad_input(url, "the answer is empty")
    is_page = re.match(rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|head|\?xml)", data[:500], re.I)
    if is_page or kind in ("text/html", "application/xhtml+xml"):
        login = urlsplit(final).hostname == "accounts.google.com" or b"password" in data[:100_000].lower()
        if login:
            raise bad_input(url, "the answer is a page to log in", _SHARE)
        raise bad_input(url, "the answer is a web page, not a table", "name the address of the CSV file")
    if not data.startswith(b"PK") and kind.partition("/")[0] in ("image", "audio", "video", "font"):
        raise bad_input(url, f"the answer is no table but of the type {kind[:60]}")


def _failure(url: str, error: Exception) -> InputError:
    """What went wrong, for people."""
    if isinstance(error, urllib.error.HTTPError):
        message, hint = _SAID.get(error.code, ("the server has no answer", "try again later"))
        return bad_input(url, f"{message} ({error.code})", hint)
    reason = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(reason, socket.gaierror):
        return bad_input(url, "the host is not found", "are you online, and is the address right?")
    if isinstance(reason, TimeoutError):
        return bad_input(url, "no answer in time", f"try again; {raise_hint('pull_seconds')}")
    if isinstance(reason, http.client.IncompleteRead):
        return bad_input(url, "the answer is cut off", "try again")
    if isinstance(reason, http.client.HTTPException):
        return bad_input(url, f"the answer is not that of a web server: {type(reason).__name__}")
    why = getattr(reason, "strerror", None) or str(reason)
    return bad_input(url, f"cannot be fetched: {why[:200]}", "are you online, and is the address right?")


class _Guard:
    """Opens addresses: only those of http and https, and private ones only if the user has typed one."""

    def __init__(self, first: SplitResult, typed: bool) -> None:
        self.first = first
        self.proxies = {
            host for proxy in urllib.request.getproxies().values() if (host := urlsplit(proxy).hostname)
        }
        # A user who types a host of the own network may be sent to another host there.
        self.trusted = typed and _is_private_host(first)
        self.check(first)

    def check(self, parts: SplitResult) -> None:
        """Raise InputError for an address whose host is in a private network."""
        if not self.trusted and self.proxies and _is_private_host(parts):
            raise self.refused(parts.hostname or "")

    def refused(self, host: str) -> InputError:
        """The error for a private host."""
        where = "" if host == self.first.hostname else f" of {host}, which it leads to,"
        return bad_input(self.first.geturl(), f"the address{where} is not fetched", _PRIVATE)

    def connect(self, address: tuple[str, int], *others: Any) -> socket.socket:
        """As `socket.create_connection`, with the address checked that is connected to."""
        host, port = address
        if self.trusted or host in self.proxies:
            return socket.create_connection(address, *others)
        error: OSError | None = None
        for *_, found in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
            if not _is_public(str(found[0])):
                raise self.refused(host)
            try:
                return socket.create_connection((str(found[0]), port), *others)
            except OSError as failed:
                error = failed
        raise error or OSError("no address")

    def opener(self) -> urllib.request.OpenerDirector:
        """What opens an address through this guard, and has no cookies."""
        guard = self

        class Guarded(urllib.request.AbstractHTTPHandler):
            def do_open(self, http_class: Any, req: urllib.request.Request, **values: Any) -> Any:
                def connection(*args: Any, **others: Any) -> Any:
                    made = http_class(*args, **others)
                    made._create_connection = guard.connect
                    return made

                return super().do_open(connection, req, **values)

        class Plain(Guarded, urllib.request.HTTPHandler):
            pass

        class Safe(Guarded, urllib.request.HTTPSHandler):
            pass

        class Redirects(urllib.request.HTTPRedirectHandler):
            max_redirections = 5

            def redirect_request(
                self, req: Any, fp: Any, code: Any, msg: Any, headers: Any, newurl: str
            ) -> Any:
                before, after = urlsplit(req.full_url), urlsplit(newurl)
                lost = (before.scheme, after.scheme) == ("https", "http")
                if after.scheme not in ("http", "https") or lost:
                    message = f"the address leads to one of {after.scheme[:20]}, which is not fetched"
                    raise bad_input(guard.first.geturl(), message)
                guard.check(after)
                return super().redirect_request(req, fp, code, msg, headers, newurl)

        build: Callable[..., urllib.request.OpenerDirector] = urllib.request.build_opener
        made = build(Plain, Safe, Redirects)
        made.addheaders = []
        return made


def _is_public(address: str) -> bool:
    found = ipaddress.ip_address(address.partition("%")[0])
    mapped = getattr(found, "ipv4_mapped", None)
    return (mapped or found).is_global and not found.is_multicast


def _is_private_host(parts: SplitResult) -> bool:
    """Whether the host is written as one of the own network, or its name stands for one."""
    host = parts.hostname or ""
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return False
    return any(not _is_public(str(address[0])) for *_, address in found)
