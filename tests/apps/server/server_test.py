#!/usr/bin/env python3
"""What the studio's server does for pages, and what it refuses, against a running `orrery studio`."""

import gzip
import json
import re
import base64
import signal
import socket
import subprocess
import time
import unittest

from running_studio import PROGRAM, Studio
from web_socket import BINARY, LAST_PART, TEXT, Refused, WebSocket

SCENE = "cradle"
TOKEN = "a-token-for-tests-only"


def health(studio, **more):
    return json.loads(studio.ask("/health", **more)[2])


class OnLoopback(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.studio = Studio(SCENE)

    @classmethod
    def tearDownClass(cls):
        cls.studio.end()

    def open(self, **more):
        client = WebSocket(self.studio.host, self.studio.port, **more)
        self.addCleanup(client.close)
        return client

    def refused(self):
        return health(self.studio)["refusedRequests"]

    # What ends a connection may be counted a moment after the other side has heard of it.
    def expect_refused(self, count):
        patience = time.monotonic() + 10
        while self.refused() != count and time.monotonic() < patience:
            time.sleep(0.01)
        self.assertEqual(self.refused(), count)

    def test_serves_the_page_with_a_policy_that_allows_only_itself(self):
        status, headers, content = self.studio.ask("/")
        self.assertEqual(status, 200)
        self.assertIn(b"<!doctype html>", content.lower())
        self.assertEqual(headers["Content-Type"], "text/html; charset=utf-8")
        self.assertTrue(headers["Content-Security-Policy"].startswith("default-src 'none'"))
        self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
        self.assertEqual(headers["Cache-Control"], "no-cache")

    def test_serves_all_that_the_page_refers_to_with_its_type(self):
        _, _, page = self.studio.ask("/")
        found = re.findall(rb'(?:src|href)="\.?(/[^"]+)"', page)
        self.assertGreaterEqual(len(found), 1)
        types = {b".js": "text/javascript; charset=utf-8", b".css": "text/css; charset=utf-8"}
        for path in found:
            status, headers, _ = self.studio.ask(path.decode())
            self.assertEqual(status, 200)
            self.assertEqual(headers["Content-Type"], types[path[path.rindex(b"."):]])

    def test_sends_files_packed_to_those_who_can_unpack_them(self):
        _, _, plain = self.studio.ask("/")
        _, headers, packed = self.studio.ask("/", headers={"Accept-Encoding": "gzip, deflate"})
        self.assertEqual(headers["Content-Encoding"], "gzip")
        self.assertEqual(gzip.decompress(packed), plain)

    def test_does_not_send_a_file_again_that_the_browser_has(self):
        _, headers, _ = self.studio.ask("/")
        status, _, content = self.studio.ask("/", headers={"If-None-Match": headers["ETag"]})
        self.assertEqual((status, content), (304, b""))

    def test_no_path_leads_out_of_the_folder_of_the_page(self):
        for path in ["/../scenes/cradle.json", "/%2e%2e/scenes/cradle.json", "/..%2fscenes/cradle.json",
                     "//etc/passwd", "/./../../../etc/passwd", "/assets/../../scenes/cradle.json", "/\\..\\scenes"]:
            status, _, content = self.studio.ask(path)
            self.assertIn(status, (400, 403, 404), path)
            self.assertNotIn(b"root:", content)
            self.assertNotIn(b"bodies", content)

    def test_greets_a_page_and_shows_it_a_frame(self):
        client = self.open(headers={"Origin": f"http://{self.studio.host}:{self.studio.port}"})
        welcome = client.until(lambda message: message.get("tell") == "welcome")
        self.assertEqual(welcome["scene"], SCENE)
        self.assertGreaterEqual(len(client.until_frame()), 40)

    def test_two_pages_see_the_same_frame(self):
        first, second = self.open(), self.open()
        self.assertTrue(first.ask(id=1, do="show", frame=7)["ok"])
        second.until(lambda message: message.get("tell") == "standing" and message["shown"] == 7)
        self.assertTrue(second.ask(id=1, do="show", frame=3)["ok"])
        first.until(lambda message: message.get("tell") == "standing" and message["shown"] == 3)

    def test_an_edit_is_one_request_and_two_pages_that_edit_at_once_get_their_own_ghosts(self):
        pages = [self.open(), self.open()]
        first = pages[0]
        welcome = first.until(lambda message: message.get("tell") == "welcome")
        first.until(lambda message: message.get("tell") == "standing" and message["head"] > 60)
        keys = {each["name"]: each["key"] for each in welcome["names"]}
        key = keys["first ball"]
        refused = first.ask(id=1, do="push", key=keys["ground"], frame=20, velocity=[1, 0, 0])
        self.assertIn("cannot be pushed", refused["error"])
        for page, frame in zip(pages, (20, 40)):
            page.send(json.dumps({"id": 2, "do": "push", "key": key, "frame": frame, "velocity": [1, 0, 0]}).encode())
        answers = []
        for page in pages:
            told = {}

            def is_answer(message):
                told.update({message["edition"]: message["compared"]} if message.get("tell") == "standing" else {})
                return message.get("id") == 2

            answers.append(page.until(is_answer))
            self.assertEqual(told[answers[-1]["edition"]], answers[-1]["ghost"])
        self.assertEqual(len({answer["ghost"] for answer in answers}), 2)
        last = max(answers, key=lambda answer: answer["edition"])
        self.assertEqual(last["difference"]["key"], key)
        self.assertEqual(last["difference"]["frame"], 21 if last is answers[0] else 41)
        for _ in pages:
            self.assertTrue(first.ask(id=3, do="undo")["ok"])

    def test_a_page_of_another_site_is_refused_and_counted(self):
        before = self.refused()
        for origin in ["http://example.com", "null", f"https://{self.studio.host}:{self.studio.port}",
                       f"http://{self.studio.host}:1", f"http://{self.studio.host}:{self.studio.port}.example.com"]:
            with self.assertRaises(Refused) as caught:
                self.open(headers={"Origin": origin})
            self.assertEqual(caught.exception.status, 403)
            status, _, _ = self.studio.ask("/recording", "POST", b"x", {"Origin": origin})
            self.assertEqual(status, 403)
        self.assertEqual(self.refused(), before + 10)

    def test_a_foreign_name_for_this_machine_is_refused(self):
        for host in ["example.com", f"example.com:{self.studio.port}", "127.0.0.1:1", f"localhost.x:{self.studio.port}", ""]:
            status, _, _ = self.studio.ask("/", headers={"Host": host})
            self.assertIn(status, (400, 403), host)
            with self.assertRaises(Refused):
                self.open(headers={"Host": host})
        self.assertEqual(self.studio.ask("/", headers={"Host": f"localhost:{self.studio.port}"})[0], 200)

    def test_what_is_no_message_ends_the_connection_with_a_reason_and_is_counted(self):
        for content, kind, bits, code in [
            (b"x" * (65 << 10), TEXT, LAST_PART, 1009),
            (b"bytes", BINARY, LAST_PART, 1003),
            (b"{}", TEXT, LAST_PART | 0x40, 1002),
            (b"{}", 0, LAST_PART, 1002),
            (b"{}", 3, LAST_PART, 1002),
            (b"x" * 126, 8, LAST_PART, 1002),
        ]:
            before = self.refused()
            client = self.open()
            client.send(content, kind, bits)
            self.assertEqual(client.until_closed(), code)
            self.expect_refused(before + 1)

    def test_a_message_in_parts_is_one_message_and_has_the_same_limit(self):
        client = self.open()
        client.send(b'{"id":5,"do":', TEXT, 0)
        client.send(b'"show","frame":2}', 0, LAST_PART)
        self.assertTrue(client.until(lambda message: message.get("id") == 5)["ok"])
        client.send(b"x" * (40 << 10), TEXT, 0)
        client.send(b"x" * (40 << 10), 0, LAST_PART)
        self.assertEqual(client.until_closed(), 1009)

    def test_a_message_that_is_not_understood_is_answered_and_counted(self):
        before = health(self.studio)["refusedMessages"]
        client = self.open()
        self.assertFalse(client.ask(id=1, do="dance")["ok"])
        self.assertTrue(client.ask(id=2, do="show", frame=1)["ok"])
        self.assertEqual(health(self.studio)["refusedMessages"], before + 1)

    def test_what_is_not_http_is_refused_and_counted(self):
        for content in [b"nonsense\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\nHost: x\r\n\r\n",
                        b"GET / HTTP/1.1\r\n" + b"A: " + b"x" * (1 << 15) + b"\r\n\r\n"]:
            before = self.refused()
            with socket.create_connection((self.studio.host, self.studio.port), timeout=20) as stream:
                answer = b""
                try:
                    stream.sendall(content)
                    stream.shutdown(socket.SHUT_WR)
                    while more := stream.recv(4096):
                        answer += more
                except OSError:
                    pass  # it may hang up before it has heard all
            self.assertNotIn(b" 200 ", answer.split(b"\r\n")[0])
            self.assertEqual(self.refused(), before + 1, content[:20])

    def test_other_methods_are_refused(self):
        for method in ["PUT", "DELETE", "OPTIONS", "PROPFIND"]:
            self.assertEqual(self.studio.ask("/", method)[0], 405, method)
        self.assertEqual(self.studio.ask("/session")[0], 426)

    def test_a_recording_comes_back_as_it_went(self):
        client = self.open()
        client.until(lambda message: message.get("tell") == "standing" and message["head"] >= 60)
        self.assertTrue(client.ask(id=1, do="show", frame=50)["ok"])
        before = client.ask(id=2, do="details")["hash"]
        status, headers, recording = self.studio.ask("/recording")
        self.assertEqual(status, 200)
        self.assertIn("attachment", headers["Content-Disposition"])
        status, _, answer = self.studio.ask("/recording?name=my%20cradle.orrery", "POST", recording)
        self.assertEqual((status, answer), (204, b""))
        client.until(lambda message: message.get("tell") == "welcome")
        self.assertTrue(client.ask(id=3, do="show", frame=50)["ok"])
        self.assertEqual(client.ask(id=4, do="details")["hash"], before)
        self.assertTrue(client.ask(id=5, do="open", scene=SCENE)["ok"])

    def test_what_is_no_recording_is_refused_with_its_name(self):
        status, _, answer = self.studio.ask("/recording?name=holiday.jpg", "POST", b"not a recording")
        self.assertEqual(status, 422)
        self.assertIn(b"holiday.jpg", answer)

    def test_an_upload_without_a_length_or_with_one_beyond_the_limit_is_refused(self):
        self.assertEqual(self.studio.ask("/recording", "POST", headers={"Content-Length": str(2 << 30)})[0], 413)
        self.assertIn(self.studio.ask("/recording", "POST", headers={"Transfer-Encoding": "chunked"})[0], (400, 411))

    def test_the_page_in_one_file_carries_the_engine_and_the_recording(self):
        status, _, page = self.studio.ask("/export")
        self.assertEqual(status, 200, page)
        for id, start in [(b"orrery-engine", b"\0asm"), (b"orrery-recording", b"\x8forrery")]:
            packed = re.search(rb'id="' + id + rb'">([^<]+)</script>', page)[1]
            self.assertEqual(gzip.decompress(base64.b64decode(packed))[:len(start)].lower(), start)
        self.assertNotIn(b' src="', page)


class ForOthers(unittest.TestCase):
    """Listening on an address that others can reach."""

    @classmethod
    def setUpClass(cls):
        cls.studio = Studio(SCENE, "--listen", "0.0.0.0")

    @classmethod
    def tearDownClass(cls):
        cls.studio.end()

    def test_a_token_is_made_and_printed(self):
        self.assertRegex(self.studio.token, "^[0-9a-f]{32}$")

    def test_nothing_is_answered_without_the_token(self):
        other = "0" * len(self.studio.token)
        for path in ["/", "/health", "/recording", "/export", "/studio.js", "/?token=", f"/?token={other}", f"/?token={self.studio.token}0"]:
            self.assertEqual(self.studio.ask(path)[0], 403, path)
        self.assertEqual(self.studio.ask("/recording", "POST", b"x")[0], 403)
        for path in ["/session", f"/session?token={other}"]:
            with self.assertRaises(Refused) as caught:
                WebSocket(self.studio.host, self.studio.port, path)
            self.assertEqual(caught.exception.status, 403)

    def test_the_first_visit_moves_the_token_into_a_cookie(self):
        status, headers, _ = self.studio.ask(f"/?token={self.studio.token}")
        self.assertEqual((status, headers["Location"]), (303, "/"))
        self.assertIn("HttpOnly", headers["Set-Cookie"])
        cookie = {"Cookie": headers["Set-Cookie"].split(";")[0]}
        self.assertEqual(self.studio.ask("/", headers=cookie)[0], 200)
        with WebSocket(self.studio.host, self.studio.port, headers=cookie) as client:
            client.until(lambda message: message.get("tell") == "welcome")

    def test_scripts_may_put_the_token_into_each_address(self):
        self.assertEqual(self.studio.ask(f"/health?token={self.studio.token}")[0], 200)
        with WebSocket(self.studio.host, self.studio.port, f"/session?token={self.studio.token}") as client:
            client.until(lambda message: message.get("tell") == "welcome")

    def test_a_name_that_could_be_rebound_is_refused_even_with_the_token(self):
        status, _, _ = self.studio.ask(f"/?token={self.studio.token}", headers={"Host": f"example.com:{self.studio.port}"})
        self.assertEqual(status, 403)


class Starting(unittest.TestCase):
    def run_studio(self, *arguments):
        return subprocess.run([PROGRAM, "studio", "--no-open", *arguments], capture_output=True, text=True, timeout=30)

    def check_refused(self, done, status, *words):
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertTrue(done.stderr.startswith("orrery: "), done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)

    def test_ends_cleanly_when_it_is_told_to_even_while_pages_watch(self):
        for how in (signal.SIGINT, signal.SIGTERM):
            with Studio(SCENE) as studio:
                clients = [WebSocket(studio.host, studio.port) for _ in range(3)]
                self.assertEqual(studio.end(how), (0, ""))
                for each in clients:
                    each.close()

    def test_a_port_that_is_in_use_is_refused_when_it_was_asked_for(self):
        with Studio(SCENE) as studio:
            self.check_refused(self.run_studio(SCENE, "--port", str(studio.port)), 1, str(studio.port))

    def test_what_cannot_be_opened_is_named_in_one_sentence(self):
        self.check_refused(self.run_studio("no_such_scene"), 1, "no_such_scene")
        self.check_refused(self.run_studio(PROGRAM), 1, PROGRAM.rsplit("/", 1)[1])

    def test_addresses_and_tokens_that_are_none_are_refused(self):
        self.check_refused(self.run_studio(SCENE, "--listen", "example.com"), 1, "example.com")
        self.check_refused(self.run_studio(SCENE, "--token", "short"), 1, "16")
        self.check_refused(self.run_studio(SCENE, "--token", "x" * 20 + "&"), 1, "token")
        self.check_refused(self.run_studio(SCENE, "--port", "70000"), 2, "70000")

    def test_a_token_that_was_given_is_needed_on_loopback_too(self):
        with Studio(SCENE, "--token", TOKEN) as studio:
            self.assertEqual(studio.token, TOKEN)
            self.assertEqual(studio.ask("/")[0], 403)
            self.assertEqual(studio.ask(f"/health?token={TOKEN}")[0], 200)


if __name__ == "__main__":
    unittest.main()
