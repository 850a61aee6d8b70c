#!/usr/bin/env python3
"""Where output goes: devices, pipes and links stay what they are, no input is overwritten, and what was written is not lost."""

import os
import pathlib
import resource
import signal
import stat
import subprocess
import threading
import time
import unittest

from orrery_command import PROGRAM, CommandTest, orrery


def writers(recording, scene):
    """Every way to write a file, each with what its output begins with; the name of the output goes to the end."""
    return {
        "run": (["run", scene, "--frames", "30", "--quiet", "--record"], None),
        "csv": (["convert", recording, "--format", "csv", "--to", "3", "--output"], b"frame,time,"),
        "jsonl": (["convert", recording, "--format", "jsonl", "--to", "3", "--output"], b'{"frame":'),
        "gltf": (["convert", recording, "--format", "gltf", "--to", "3", "--output"], b'{"asset"'),
        "svg": (["plot", recording, "--quiet", "--svg"], b"<svg"),
    }


class OutputTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.recording = self.record()
        self.writers = writers(self.recording, self.scene)
        start = self.folder / "start.orrery"
        self.succeed(*self.writers["run"][0], start)
        self.run_bytes = start.read_bytes()
        start.unlink()

    def check(self, name, written):
        """Whether this is the whole output of a writer."""
        start = self.writers[name][1]
        if start is None:
            self.assertEqual(written, self.run_bytes, name)
        else:
            self.assertTrue(written.startswith(start), (name, written[:40]))
            self.assertGreater(len(written), 300, name)


class Devices(OutputTest):
    def test_a_named_pipe_carries_the_output_and_stays_a_pipe(self):
        for name, (arguments, _) in self.writers.items():
            pipe = self.folder / f"{name}.pipe"
            os.mkfifo(pipe)
            read = []
            # Open for writing, too, so that nobody waits for ever for a program that writes elsewhere.
            hold = os.open(pipe, os.O_RDWR)
            reader = threading.Thread(target=lambda: read.append(read_until(hold, lambda: done)))
            done = False
            reader.start()
            answer = orrery(*arguments, pipe)
            done = True
            reader.join()
            os.close(hold)
            self.assertEqual(answer.returncode, 0, answer.stderr)
            self.assertTrue(stat.S_ISFIFO(os.lstat(pipe).st_mode), name)
            self.check(name, read[0])

    def test_stdout_is_called_dash_or_by_its_device(self):
        for name, (arguments, _) in self.writers.items():
            for target in ["-", "/dev/stdout", "/proc/self/fd/1"]:
                done = subprocess.run([PROGRAM, *map(str, arguments), target], capture_output=True, timeout=300)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.check(name, done.stdout)

    def test_what_was_printed_before_to_the_same_file_stays(self):
        table = self.folder / "table.csv"
        for target in ["/dev/stdout", "-"]:
            table.write_text("# made by hand\n")
            with open(table, "ab") as file:
                subprocess.run([PROGRAM, *map(str, self.writers["csv"][0]), target], stdout=file, timeout=300, check=True)
            lines = table.read_text().splitlines()
            self.assertEqual(lines[0], "# made by hand")
            self.assertTrue(lines[1].startswith("frame,time,"))

    def test_an_open_descriptor_such_as_a_process_substitution_is_written_to(self):
        for name, (arguments, _) in self.writers.items():
            words = " ".join(f"'{word}'" for word in [PROGRAM, *arguments])
            done = subprocess.run(["bash", "-c", f"{words} >(cat > copy; touch done); until [ -e done ]; do sleep 0.01; done"],
                                  cwd=self.folder, capture_output=True, timeout=300)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.check(name, (self.folder / "copy").read_bytes())
            (self.folder / "done").unlink()

    def test_the_null_device_stays_a_device(self):
        # Not the real one: a program that replaced it would harm the machine.
        for name, (arguments, _) in self.writers.items():
            device = self.folder / "null"
            try:
                os.mknod(device, 0o666 | stat.S_IFCHR, os.makedev(1, 3))
                device.open("wb").close()
            except OSError:
                self.skipTest("only root makes devices")
            self.succeed(*arguments, device)
            self.assertTrue(stat.S_ISCHR(os.lstat(device).st_mode), name)
            device.unlink()

    def test_a_full_device_is_told_and_stays_a_device(self):
        for name, (arguments, _) in self.writers.items():
            device = self.folder / "full"
            try:
                os.mknod(device, 0o666 | stat.S_IFCHR, os.makedev(1, 7))
                device.open("wb").close()
            except OSError:
                self.skipTest("only root makes devices")
            self.refuse(*arguments, device, saying="No space left on device")
            self.assertTrue(stat.S_ISCHR(os.lstat(device).st_mode), name)
            device.unlink()

    def test_the_summary_of_a_run_goes_to_stderr_where_stdout_is_the_recording(self):
        done = subprocess.run([PROGRAM, "run", str(self.scene), "--frames", "30", "--quiet", "--record", "-"],
                              capture_output=True, timeout=300)
        self.assertEqual(done.stdout, self.run_bytes)
        self.assertIn(b"frames     30", done.stderr)


def read_until(descriptor, is_done):
    os.set_blocking(descriptor, False)
    read = b""
    while True:
        finished = is_done()
        try:
            read += os.read(descriptor, 1 << 16)
        except BlockingIOError:
            if finished:
                return read


class Links(OutputTest):
    def test_a_link_stays_and_the_file_behind_it_is_written(self):
        for name, (arguments, _) in self.writers.items():
            folder = self.folder / f"links_{name}"
            (folder / "far").mkdir(parents=True)
            target = folder / "far" / "target"
            target.write_text("old")
            (folder / "direct").symlink_to("far/target")
            (folder / "indirect").symlink_to(folder / "direct")
            (folder / "dangling").symlink_to("far/new")
            for link, behind in [("direct", target), ("indirect", target), ("dangling", folder / "far" / "new")]:
                self.succeed(*arguments, folder / link)
                self.assertTrue((folder / link).is_symlink(), (name, link))
                self.check(name, behind.read_bytes())
                behind.unlink()
            self.assertEqual(sorted(path.name for path in (folder / "far").iterdir()), [])

    def test_a_link_that_leads_to_itself_is_refused(self):
        (self.folder / "loop").symlink_to("loop")
        for arguments, _ in self.writers.values():
            self.refuse(*arguments, self.folder / "loop", saying="leads to itself")

    def test_the_mode_of_a_file_stays(self):
        for name, (arguments, _) in self.writers.items():
            path = self.folder / f"secret_{name}"
            path.write_text("old")
            path.chmod(0o600)
            self.succeed(*arguments, path)
            self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o600, name)


class Inputs(OutputTest):
    def test_no_output_replaces_what_is_read(self):
        link = self.folder / "link"
        link.symlink_to(self.recording.name)
        hard = self.folder / "hard"
        os.link(self.recording, hard)
        before = self.recording.read_bytes()
        spellings = [self.recording, self.folder / "." / "things.orrery", f"{self.folder}//things.orrery", link, hard]
        for name, (arguments, _) in self.writers.items():
            if name != "run":
                for spelling in spellings:
                    self.refuse(*arguments, spelling, saying="it is the file that is read")
        self.assertEqual(self.recording.read_bytes(), before)
        self.assertTrue(link.is_symlink())

    def test_no_output_replaces_the_scene(self):
        before = self.scene.read_bytes()
        for arguments in [["run", self.scene, "--record", self.scene],
                          ["run", self.scene, "--record", self.folder / "." / "things.json"],
                          ["convert", self.scene, "--format", "csv", "--output", self.scene],
                          ["plot", self.scene, "--svg", self.scene],
                          ["export", self.scene, "--html", self.scene]]:
            self.refuse(*arguments, saying="it is the file that is read")
        self.assertEqual(self.scene.read_bytes(), before)

    def test_no_output_replaces_a_mesh_of_the_scene(self):
        mesh = self.folder / "hill.obj"
        mesh.write_text("v 0 0 0\nv 1 0 0\nv 0 0 1\nf 3 2 1\n")
        scene = self.write_scene("hill.json", {"title": "Hill", "about": "A hill.", "world": "rigid", "bodies": [
            {"kind": "fixed", "shape": {"kind": "mesh_file", "file": "hill.obj"}}]})
        before = mesh.read_bytes()
        self.refuse("run", scene, "--frames", 1, "--record", mesh, saying="it is the file that is read")
        self.assertEqual(mesh.read_bytes(), before)
        self.succeed("run", scene, "--frames", 1, "--quiet", "--record", self.folder / "hill.orrery")


class Streams(OutputTest):
    def feed(self, content, *arguments):
        done = subprocess.run([PROGRAM, *map(str, arguments)], input=content, capture_output=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_scenes_and_recordings_are_read_from_stdin(self):
        recording, scene = self.recording.read_bytes(), self.scene.read_bytes()
        expected = self.succeed("query", self.recording, "--frame", 77, "--hash").encode()
        for name in ["-", "/dev/stdin"]:
            self.assertEqual(self.feed(recording, "query", name, "--frame", 77, "--hash"), expected)
            self.assertEqual(self.feed(scene, "query", name, "--frame", 77, "--hash", "--quiet"), expected)
            self.assertIn(b"151 frames are as recorded", self.feed(recording, "verify", name, "--quiet"))
            self.assertEqual(self.feed(scene, "run", name, "--frames", 30, "--quiet", "--record", "-"), self.run_bytes)
            self.assertIn(b"the same in frames", self.feed(recording, "diff", name, self.recording, "--quiet"))
            told = self.feed(recording, "inspect", name).decode().splitlines()
            self.assertEqual(told[1:], self.succeed("inspect", self.recording).splitlines()[1:])

    def test_scenes_and_recordings_are_read_from_pipes(self):
        expected = self.succeed("query", self.recording, "--frame", 77, "--hash")
        for file in [self.recording, self.scene]:
            done = subprocess.run(["bash", "-c", f"'{PROGRAM}' query <(cat '{file}') --frame 77 --hash --quiet"],
                                  capture_output=True, text=True, timeout=300)
            self.assertEqual((done.returncode, done.stdout), (0, expected), done.stderr)

    def test_a_recording_goes_through_a_pipe_from_program_to_program(self):
        done = subprocess.run(["bash", "-o", "pipefail", "-c",
                               f"'{PROGRAM}' run '{self.scene}' --frames 30 --quiet --record - 2> /dev/null | "
                               f"'{PROGRAM}' verify - --quiet"], capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("31 frames are as recorded", done.stdout)

    def test_stdin_can_be_read_once(self):
        self.refuse("diff", "-", "-", saying="stdin")


class FullDisk(CommandTest):
    """A limit on the size of files stands in for a full disk."""

    def run_with_limit(self, limit, *arguments):
        def set_limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=300,
                              preexec_fn=set_limit, restore_signals=False)

    def test_keeps_the_frames_that_were_written_and_says_so(self):
        whole = self.record("whole.orrery", frames=1500)
        path = self.folder / "part.orrery"
        done = self.run_with_limit(whole.stat().st_size // 2, "run", self.scene, "--frames", 1500, "--quiet",
                                   "--record", path)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertFalse(path.exists())
        kept = self.folder / "part.orrery.part"
        self.assertIn("File too large", done.stderr)
        self.assertIn(f"are kept in '{kept}'", done.stderr)
        told = self.succeed_with_json("inspect", kept)
        self.assertIn(f"frames 0 to {told['lastFrame']} are kept", done.stderr)
        self.assertGreater(told["lastFrame"], 100)
        self.assertLess(told["lastFrame"], 1500)
        self.assertEqual((told["damage"], told["isFinished"]), ([], False))
        # As far as it goes, it is the same recording.
        self.assertIn("are as recorded", self.succeed("verify", kept, "--quiet"))
        for frame in [0, told["lastFrame"]]:
            self.assertEqual(self.succeed("query", kept, "--frame", frame, "--hash"),
                             self.succeed("query", whole, "--frame", frame, "--hash"))

    def test_without_a_frame_leaves_nothing_and_says_so(self):
        path = self.folder / "none.orrery"
        done = self.run_with_limit(2000, "run", self.scene, "--frames", 150, "--quiet", "--record", path)
        self.assertEqual(done.returncode, 1)
        self.assertIn("File too large", done.stderr)
        self.assertEqual(self.files(), ["things.json"])

    def test_does_not_cost_the_file_that_was_there(self):
        path = self.record("old.orrery")
        before = path.read_bytes()
        done = self.run_with_limit(3000, "run", self.scene, "--frames", 150, "--quiet", "--record", path)
        self.assertEqual((done.returncode, path.read_bytes()), (1, before))
        done = self.run_with_limit(3000, "convert", path, "--format", "csv", "--output", self.folder / "x.csv")
        self.assertEqual(done.returncode, 1)
        self.assertIn("File too large", done.stderr)
        self.assertEqual(self.files(), ["old.orrery", "things.json"])


class OneNameTwice(CommandTest):
    def start(self, path):
        """A run that records without end, and that has begun to write."""
        running = subprocess.Popen([PROGRAM, "run", "pyramid", "--frames", "100000000", "--quiet", "--record", str(path)],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(running.wait)
        self.addCleanup(running.kill)
        part = pathlib.Path(str(path) + ".part")
        while running.poll() is None and not (part.exists() and part.stat().st_size > 1000):
            time.sleep(0.05)
        return running

    def test_the_second_is_refused_and_the_first_is_not_disturbed(self):
        path = self.folder / "fall.orrery"
        first = self.start(path)
        self.refuse("run", self.scene, "--quiet", "--record", path, saying="another program is writing it now")
        (self.folder / "link").symlink_to(path)
        self.refuse("run", self.scene, "--quiet", "--record", self.folder / "link", saying="another program")
        self.refuse("convert", self.scene, "--format", "csv", "--output", path, saying="another program")
        first.send_signal(signal.SIGINT)
        first.communicate(timeout=120)
        self.assertEqual(first.returncode, 130)
        self.assertEqual(self.files(), ["fall.orrery", "link", "things.json"])
        self.succeed("verify", path, "--quiet")

    def test_of_many_at_once_each_is_done_or_refused(self):
        path = self.folder / "things.orrery"
        part = self.folder / "things.orrery.part"
        for rest in [b"", b"what was left behind"]:
            if rest:
                part.write_bytes(rest)
            all_of_them = [subprocess.Popen([PROGRAM, "run", str(self.scene), "--quiet", "--record", str(path)],
                                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(8)]
            told = [running.communicate(timeout=120)[1] for running in all_of_them]
            codes = [running.returncode for running in all_of_them]
            self.assertIn(0, codes)
            for code, sentence in zip(codes, told):
                self.assertTrue(code == 0 or "another program is writing it now" in sentence, sentence)
            self.assertEqual(self.files(), ["things.json", "things.orrery"])
            self.succeed("verify", path, "--quiet")

    def test_what_a_killed_program_left_is_replaced(self):
        path = self.folder / "fall.orrery"
        part = self.folder / "fall.orrery.part"
        first = self.start(path)
        first.kill()
        first.communicate(timeout=120)
        self.assertTrue(part.exists())
        self.record("fall.orrery")
        self.assertFalse(part.exists())
        self.succeed("verify", path, "--quiet")


class Places(CommandTest):
    def test_a_folder_is_refused_before_anything_is_computed(self):
        (self.folder / "taken").mkdir()
        for arguments in [["run", self.scene, "--frames", 1000000000, "--record"],
                          ["convert", self.scene, "--to", 1000000000, "--format", "csv", "--output"],
                          ["plot", self.scene, "--frames", 1000000000, "--svg"],
                          ["export", self.scene, "--frames", 1000000000, "--html"]]:
            self.refuse(*arguments, self.folder / "taken", saying="taken': it is a folder")
            self.refuse(*arguments, self.folder / "missing" / "x", saying="No such file or directory")
            self.refuse(*arguments, "", saying="the name is empty")
        self.assertEqual(self.files(), ["taken", "things.json"])


if __name__ == "__main__":
    unittest.main()
