"""`cardtools pull`, against a server on this computer."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from outcome import Outcome
from workbook_files import xlsx, xlsx_rows

from cardtools.ground.errors import InputError
from cardtools.ground.io.fetch import fetch, table_address
from cardtools.ground.limits import Limits, limits

Run = Callable[..., Outcome]
Write = Callable[[str, "str | bytes"], Path]
OLD = "NAME;COST\nOx;1\nOwl;2\n"
NEW = b'NAME,COST\r\nOx,3\r\n"Elk, old",2\r\n'
SHEET = "https://docs.google.com/spreadsheets/d"


@dataclass
class Web:
    """What the server answers, by path: status, headers and body; or a function that answers itself."""

    port: int = 0
    answers: dict[str, Any] = field(default_factory=dict)
    asked: list[dict[str, str]] = field(default_factory=list)

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def has(self, path: str, body: bytes, kind: str = "text/csv", status: int = 200, **headers: str) -> str:
        own = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = {"Content-Type": kind, "Content-Length": str(len(body))} | own
        self.answers[path] = status, sent, body
        return self.url(path)


@pytest.fixture
def web() -> Iterator[Web]:
    known = Web()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            known.asked.append(dict(self.headers))
            answer = known.answers.get(self.path, (404, {}, b"nothing"))
            if callable(answer):
                answer(self.wfile)
                return
            status, headers, body = answer
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        known.port = server.server_address[1]
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        yield known
        server.shutdown()


@pytest.fixture
def project(write: Write) -> Path:
    write("cardtools.toml", "")
    return write("cards/cards.csv", OLD)


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtools.ground.io.fetch.limits", lambda: Limits(pull_seconds=1, pull_bytes=1000))


def why(url: str, typed: bool = True) -> str:
    with pytest.raises(InputError) as error:
        fetch(url, typed)
    return str(error.value)


@pytest.mark.parametrize(
    ("url", "address"),
    [
        (f"{SHEET}/1Ab-C/edit#gid=7", f"{SHEET}/1Ab-C/export?format=csv&gid=7"),
        (f"{SHEET}/1Ab-C/edit?gid=7&usp=sharing", f"{SHEET}/1Ab-C/export?format=csv&gid=7"),
        (f"{SHEET}/1Ab-C/edit?usp=sharing", f"{SHEET}/1Ab-C/export?format=csv"),
        (f"{SHEET}/1Ab-C", f"{SHEET}/1Ab-C/export?format=csv"),
        (f"{SHEET}/e/2PAC/pubhtml?gid=3&single=true", f"{SHEET}/e/2PAC/pub?output=csv&gid=3&single=true"),
        (f"{SHEET}/e/2PAC/pub?output=csv", f"{SHEET}/e/2PAC/pub?output=csv"),
        (f"{SHEET}/1Ab-C/export?format=csv&gid=7", f"{SHEET}/1Ab-C/export?format=csv&gid=7"),
        (
            "https://example.org/spreadsheets/d/1/edit#gid=7",
            "https://example.org/spreadsheets/d/1/edit#gid=7",
        ),
        (f"{SHEET}/1Ab-C/edit#gid=7&x=../..", f"{SHEET}/1Ab-C/export?format=csv&gid=7"),
    ],
)
def test_the_link_to_a_google_sheet_becomes_that_of_its_csv(url: str, address: str) -> None:
    assert table_address(url) == address
    assert table_address(address) == address


def test_for_a_workbook_a_sheet_comes_as_a_workbook() -> None:
    assert table_address(f"{SHEET}/1/edit", workbook=True) == f"{SHEET}/1/export?format=xlsx"


def test_a_table_is_shown_and_replaced_byte_for_byte(web: Web, project: Path, cardtools: Run) -> None:
    done = cardtools("pull", web.has("/cards.csv", NEW), "--yes")
    assert done.code == 0
    assert "COST 1 -> 3" in done.out
    assert "Elk, old" in done.out
    assert "2 cards -> cards/cards.csv" in done.out
    assert project.read_bytes() == NEW
    assert "cards/cards.csv is up to date" in cardtools("pull", web.url("/cards.csv")).out


def test_nothing_is_replaced_where_nobody_can_be_asked(web: Web, project: Path, cardtools: Run) -> None:
    done = cardtools("pull", web.has("/cards.csv", NEW))
    assert done.code == 1
    assert "not replaced: add --yes" in done.out
    assert project.read_text() == OLD


def test_the_question_is_asked_on_a_terminal(
    web: Web, project: Path, cardtools: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = web.has("/cards.csv", NEW)
    for stream in ("stdin", "stdout"):
        monkeypatch.setattr(f"cardtools.commands.pull.sys.{stream}.isatty", lambda: True, raising=False)
    answers = iter((False, True))
    monkeypatch.setattr("cardtools.commands.pull.click.confirm", lambda _: next(answers))
    assert cardtools("pull", url).code == 1
    assert project.read_text() == OLD
    assert cardtools("pull", url).code == 0
    assert project.read_bytes() == NEW


def test_no_cookie_and_no_name_of_the_user_is_sent(web: Web, project: Path, cardtools: Run) -> None:
    cardtools("pull", web.has("/a", NEW, Set_Cookie="a=b"), "-y")
    cardtools("pull", web.url("/a"), "-y")
    assert [sorted({*asked} & {"Cookie", "Referer", "Authorization"}) for asked in web.asked] == [[], []]


def test_a_table_among_several_is_named(web: Web, project: Path, write: Write, cardtools: Run) -> None:
    write("cards/more.csv", "NAME;COST\nBee;4\n")
    write("cardtools.toml", '[cards]\ndatabase = "cards/*.csv"\n')
    url = web.has("/a", b"NAME,COST\nBee,5\n")
    refused = cardtools("pull", url)
    assert refused.code == 2
    assert "name one with -o (cards/cards.csv, cards/more.csv)" in refused.err
    done = cardtools("pull", url, "-y", "-o", "cards/more.csv")
    assert "COST 4 -> 5" in done.out
    assert project.read_text() == OLD


def test_the_project_file_names_a_source_but_none_in_a_private_network(
    web: Web, project: Path, write: Write, cardtools: Run
) -> None:
    url = web.has("/a", NEW)
    assert "Which URL?" in cardtools("pull").err
    write("cardtools.toml", f'[cards]\nsource = "{url}"\n')
    done = cardtools("pull", "--yes")
    assert done.code == 2
    assert "is not fetched" in done.err
    assert "type the address" in done.err
    assert project.read_text() == OLD
    assert web.asked == []


def test_a_source_for_each_table(
    web: Web, project: Path, write: Write, cardtools: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardtools.ground.io.fetch._is_public", lambda address: True)
    url = web.has("/a", NEW)
    write("cardtools.toml", f'[cards]\nsource = {{ "cards/cards.csv" = "{url}" }}\n')
    assert cardtools("pull", "--yes").code == 0
    assert project.read_bytes() == NEW
    write("cardtools.toml", f'[cards]\nsource = {{ "../outside.csv" = "{url}" }}\n')
    assert "leaves the project" in cardtools("pull", "--yes").err


def test_a_workbook_replaces_a_workbook_alone(web: Web, project: Path, write: Write, cardtools: Run) -> None:
    data = xlsx({"Cards": xlsx_rows([["NAME", "COST"], ["Ox", 3]])})
    url = web.has("/a", data, "application/octet-stream")
    assert "the answer is a workbook, cards/cards.csv is not" in cardtools("pull", url, "-y").err
    assert "the answer is a CSV table" in cardtools("pull", web.has("/b", NEW), "-o", "cards/new.xlsx").err
    write("cardtools.toml", '[cards]\ndatabase = "cards/cards.xlsx"\n')
    assert cardtools("pull", url, "-y").code == 0
    assert Path("cards/cards.xlsx").read_bytes() == data


@pytest.mark.parametrize(
    ("body", "kind", "status", "message"),
    [
        (b"nothing", "text/plain", 404, "there is nothing at this address (404)"),
        (b"no", "text/plain", 403, "may not be read by everybody (403)\n  help: share the sheet"),
        (b"no", "text/plain", 500, "the server has no answer (500)"),
        (b"", "text/csv", 200, "the answer is empty"),
        (b"<!DOCTYPE html><p>Hello", "text/html", 200, "the answer is a web page, not a table"),
        (b"\n <html><input type=password>", "text/csv", 200, "the answer is a page to log in"),
        (b"\x89PNG\r\n", "image/png", 200, "the answer is no table but of the type image/png"),
    ],
)
def test_an_answer_that_is_no_table_says_why(
    web: Web, project: Path, cardtools: Run, body: bytes, kind: str, status: int, message: str
) -> None:
    done = cardtools("pull", web.has("/a", body, kind, status), "-y")
    assert done.code == 2
    assert message in done.err
    assert project.read_text() == OLD


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"NAME,COST\nOx\n", "CSV008 ragged-row"),
        (b"TITEL,COST\nOx,1\n", "there is no column NAME"),
        (b"NAME,COST\n", "there is no card in the answer"),
        (b"PK\x03\x04 no archive", "the answer is a workbook"),
        (b"\x00\x01\x02\x03", "CSV00"),
    ],
)
def test_a_table_that_cannot_be_used_replaces_nothing(
    web: Web, project: Path, cardtools: Run, write: Write, body: bytes, message: str
) -> None:
    write("game.toml", '[ruleset]\nid = "a"\nname = "A"\nversion = "1"\n[fields.NAME]\nrequired = true\n')
    write("cardtools.toml", 'ruleset = "game.toml"\n')
    done = cardtools("pull", web.has("/a", body), "-y")
    assert done.code == 2
    assert message in done.err
    assert project.read_text() == OLD


def test_what_is_cut_off_too_large_or_compressed_is_refused(web: Web, short: None) -> None:
    assert "cut off: 7 of 20 bytes" in why(web.has("/a", b"NAME;A\n", Content_Length="20"))
    assert "larger than 1,000 bytes" in why(web.has("/b", b"x" * 1001))
    assert "compressed (gzip)" in why(web.has("/c", b"xx", Content_Encoding="gzip"))


def test_a_server_that_never_ends_is_left(web: Web, short: None) -> None:
    def drip(stream: Any) -> None:
        stream.write(b"HTTP/1.0 200 OK\r\n\r\n")
        for _ in range(40):
            stream.write(b"x")
            stream.flush()
            time.sleep(0.1)

    web.answers["/a"] = drip
    assert "no answer in 1 seconds" in why(web.url("/a"))


def test_an_answer_that_is_not_http(web: Web, short: None) -> None:
    web.answers["/a"] = lambda stream: stream.write(b"SSH-2.0-OpenSSH\r\n\r\n")
    assert "not that of a web server" in why(web.url("/a"))


@pytest.mark.parametrize("target", ["file:///etc/passwd", "ftp://example.org/a", "data:text/csv,NAME"])
def test_a_redirect_to_another_scheme_is_not_followed(web: Web, target: str) -> None:
    said = why(web.has("/a", b"", status=302, Location=target))
    assert "which is not fetched" in said or "(302)" in said


def test_a_redirect_is_followed_a_few_times(web: Web) -> None:
    web.has("/table", NEW)
    assert fetch(web.has("/a", b"", status=302, Location="/table"), typed=True) == NEW
    assert "(302)" in why(web.has("/loop", b"", status=302, Location="/loop"))


def test_a_redirect_into_the_private_network_is_not_followed(
    web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    web.has("/secret", b"NAME;A\nsecret;1\n")
    secret = f"http://localhost:{web.port}/secret"
    find = socket.getaddrinfo

    def found(host: str, *others: Any, **more: Any) -> Any:
        return find("127.0.0.1" if host == "example.org" else host, *others, **more)

    # example.org is a public host here, though its answers come from this computer.
    monkeypatch.setattr(socket, "getaddrinfo", found)
    outside = iter([True, True])
    monkeypatch.setattr("cardtools.ground.io.fetch._is_public", lambda address: next(outside, False))
    web.has("/a", b"", status=302, Location=secret)
    assert "of localhost, which it leads to, is not fetched" in why(f"http://example.org:{web.port}/a")
    assert len(web.asked) == 1


@pytest.mark.parametrize(
    "url",
    ["http://127.0.0.1/a", "http://[::1]/a", "http://10.0.0.1/a", "http://169.254.169.254/a", "http://0.0.0.0/",
     "http://[::ffff:127.0.0.1]/", "http://localhost/", "http://2130706433/"],
)  # fmt: skip
def test_a_project_reaches_no_private_address(url: str) -> None:
    assert "is not fetched" in why(url, typed=False)


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("cards.csv", "not an address of http or https"),
        ("example.org/cards.csv", "write it whole: https://example.org/cards.csv"),
        ("file:///etc/passwd", "not an address of http or https"),
        ("https://ann:secret@example.org/a", "a name or password in the address is not sent"),
        ("http://example.org:99999/", "not an address"),
        ("http://exa mple.org/", "no spaces"),
        ("http://", "not an address of http or https"),
        ("https://nowhere.invalid/a", "the host is not found"),
    ],
)
def test_what_is_no_address_says_why(url: str, message: str) -> None:
    assert message in why(url)


def test_a_closed_port_says_that_nothing_was_fetched() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    assert "cannot be fetched: Connection refused" in why(f"http://127.0.0.1:{port}/")


def test_pull_has_limits() -> None:
    assert (limits().pull_bytes, limits().pull_seconds) == (50_000_000, 30)


def test_a_table_that_is_no_workbook_is_pulled_as_it_is(
    cardtools: Run, write: Write, web: Web, folder: Path
) -> None:
    write("cardtools.toml", '[cards]\ndatabase = "cards.json"\n')
    url = web.has("/cards.json", b'[{"NAME": "Ox", "COST": 3}]', "application/json")
    assert cardtools("pull", url, "-y").code == 0
    assert (folder / "cards.json").read_bytes() == b'[{"NAME": "Ox", "COST": 3}]'
    assert cardtools("pull", web.has("/x.json", b"PK\3\4"), "-y", "-o", "cards.json").code == 2
