"""Runs a server, passes its lines on both ways, and keeps each: recorder.py FILE COMMAND..."""
import json
import subprocess
import sys
import threading


def main():
    log = open(sys.argv[1], "a", encoding="utf-8")
    lock = threading.Lock()
    server = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def keep(side, line):
        with lock:
            log.write(json.dumps([side, line.decode("utf-8", "surrogateescape")]) + "\n")
            log.flush()

    def up():
        for line in sys.stdin.buffer:
            keep("client", line)
            try:
                server.stdin.write(line)
                server.stdin.flush()
            except BrokenPipeError:
                break
        server.stdin.close()

    threading.Thread(target=up, daemon=True).start()
    for line in server.stdout:
        keep("server", line)
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()
    sys.exit(server.wait())


main()
