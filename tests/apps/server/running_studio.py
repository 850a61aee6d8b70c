"""`orrery studio` as a child process, on a port that is free."""

import http.client
import os
import re
import signal
import subprocess
import urllib.parse

PROGRAM = os.environ["ORRERY_PROGRAM"]


class Studio:
    def __init__(self, *arguments, port=0):
        command = [PROGRAM, "studio", *arguments, "--port", str(port), "--no-open"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+", line)
        if found is None:
            raise AssertionError(f"no address but {line!r} and {self.process.stderr.read()!r}")
        self.address = found[0]
        parts = urllib.parse.urlsplit(self.address)
        self.host, self.port = parts.hostname, parts.port
        self.token = dict(urllib.parse.parse_qsl(parts.query)).get("token")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.end()

    def end(self, how=signal.SIGTERM):
        """The exit status and what was said on stderr."""
        self.process.send_signal(how)
        _, complaints = self.process.communicate(timeout=20)
        return self.process.returncode, complaints

    def ask(self, path, method="GET", body=None, headers=None, skip_length=False):
        """Status, headers and body."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=20)
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        wanted = {"Host": f"{self.host}:{self.port}"}
        if body is not None and not skip_length:
            wanted["Content-Length"] = str(len(body))
        wanted.update(headers or {})
        for name, value in wanted.items():
            connection.putheader(name, value)
        connection.endheaders(body)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer.status, answer.headers, content
