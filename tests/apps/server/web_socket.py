"""A WebSocket client that is just enough for tests, and can also do what browsers never would."""

import base64
import json
import os
import socket
import struct

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
LAST_PART = 0x80


class Refused(Exception):
    """The server answered with another status than 101."""

    def __init__(self, status):
        super().__init__(f"status {status}")
        self.status = status


class WebSocket:
    def __init__(self, host, port, path="/session", headers=None):
        self.stream = socket.create_connection((host, port), timeout=20)
        self.rest = b""
        wanted = {
            "Host": f"{host}:{port}",
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
        }
        wanted.update(headers or {})
        lines = [f"GET {path} HTTP/1.1"] + [f"{name}: {value}" for name, value in wanted.items()]
        self.stream.sendall("\r\n".join(lines + ["", ""]).encode())
        head = self._read_until(b"\r\n\r\n")
        status = int(head.split()[1])
        if status != 101:
            self.stream.close()
            raise Refused(status)

    def close(self):
        self.stream.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def send(self, content, kind=TEXT, bits=LAST_PART):
        mask = os.urandom(4)
        size = len(content)
        if size < 126:
            head = struct.pack("!BB", bits | kind, 0x80 | size)
        elif size < 1 << 16:
            head = struct.pack("!BBH", bits | kind, 0x80 | 126, size)
        else:
            head = struct.pack("!BBQ", bits | kind, 0x80 | 127, size)
        masked = bytes(each ^ mask[i % 4] for i, each in enumerate(content))
        self.stream.sendall(head + mask + masked)

    def ask(self, **request):
        """The answer to a request; what comes in between is dropped."""
        self.send(json.dumps(request).encode())
        return self.until(lambda message: message.get("id") == request["id"])

    def until(self, is_wanted):
        """The first text message that is wanted."""
        while True:
            kind, content = self.receive()
            if kind == TEXT:
                message = json.loads(content)
                if is_wanted(message):
                    return message
            elif kind == CLOSE:
                raise AssertionError(f"the server has closed the connection: {content!r}")

    def until_frame(self):
        """The first message of bytes."""
        while True:
            kind, content = self.receive()
            if kind == BINARY:
                return content

    def until_closed(self):
        """With which code the server ends the connection."""
        while True:
            kind, content = self.receive()
            if kind == CLOSE:
                return struct.unpack("!H", content[:2])[0]

    def receive(self):
        first, second = self._read(2)
        size = second & 0x7F
        if size == 126:
            (size,) = struct.unpack("!H", self._read(2))
        elif size == 127:
            (size,) = struct.unpack("!Q", self._read(8))
        kind, content = first & 0x0F, self._read(size)
        if kind == PING:
            self.send(content, PONG)
        return kind, content

    def _read(self, size):
        while len(self.rest) < size:
            self._read_more()
        taken, self.rest = self.rest[:size], self.rest[size:]
        return taken

    def _read_until(self, end):
        while end not in self.rest:
            self._read_more()
        taken, self.rest = self.rest.split(end, 1)
        return taken.decode()

    def _read_more(self):
        more = self.stream.recv(1 << 16)
        if not more:
            raise ConnectionError("the server has hung up")
        self.rest += more
