#!/usr/bin/env python3
"""Plays a track of a satellite receiver to gpsd: NMEA 0183 as UDP datagrams.

    Tests/Replay/walk.py [TRACK] [--port 5990] [--speed 20]
    Tests/Replay/walk.py --write > Tests/Replay/walk-to-gangnam.nmea

Without a TRACK it is walk-to-gangnam.nmea beside this file: eight minutes on foot from 650 m west of 강남 to
its platform of line 2, a report every five seconds, four of them void (a dropout) and one 800 m off (an outlier).
gpsd takes it with `gpsd -N -n -S 2950 udp://127.0.0.1:5990`.
"""
import argparse
import math
import pathlib
import re
import socket
import sys
import time

TRACK = pathlib.Path(__file__).resolve().parent / "walk-to-gangnam.nmea"
# The platform of line 2, as in Sources/CTransitTables/stations.tsv.
GANGNAM = (37.49799, 127.027912)
METRES_A_DEGREE = 111_195.08


def sentence(body):
    checksum = 0
    for byte in body.encode():
        checksum ^= byte
    return f"${body}*{checksum:02X}\r\n"


def degrees(value, width):
    return f"{int(value):0{width}d}{value % 1 * 60:07.4f}"


def track():
    """650 m at 1.4 m/s, then a minute at the platform."""
    lines = []
    for index in range(0, 106):
        seconds = index * 5
        left = max(0.0, 650 - 1.4 * seconds)
        offset = left - 800 if index == 30 else left
        longitude = GANGNAM[1] - offset / (METRES_A_DEGREE * math.cos(math.radians(GANGNAM[0])))
        clock = f"22{50 + seconds // 60:02d}{seconds % 60:02d}.00"
        is_void = 60 <= index < 64
        place = ",,," if is_void else f"{degrees(GANGNAM[0], 2)},N,{degrees(longitude, 3)},E"
        lines.append(sentence(f"GPGGA,{clock},{place},{0 if is_void else 1},{0 if is_void else 9:02d},1.1,42.0,M,18.0,M,,"))
        lines.append(sentence(f"GPRMC,{clock},{'V' if is_void else 'A'},{place},2.7,90.0,040326,,,{'N' if is_void else 'A'}"))
    return lines


def play(lines, port, speed):
    """Sends the sentences with the pauses of their own clock, so many times faster."""
    out = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    before = None
    for line in lines:
        match = re.match(r"\$..RMC,(\d\d)(\d\d)([\d.]+)", line)
        if match:
            now = int(match[1]) * 3600 + int(match[2]) * 60 + float(match[3])
            if before is not None:
                time.sleep(max(0.0, (now - before) % 86_400) / speed)
            before = now
        # gpsd reads one datagram at a time; two at once may become one line.
        time.sleep(0.002)
        out.sendto(line.encode(), ("127.0.0.1", port))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("track", nargs="?", default=TRACK, type=pathlib.Path)
    parser.add_argument("--port", type=int, default=5990)
    parser.add_argument("--speed", type=float, default=20, help="times as fast as it was walked")
    parser.add_argument("--write", action="store_true", help="print the track of this file")
    arguments = parser.parse_args()
    if arguments.write:
        sys.stdout.write("".join(track()))
        return
    text = arguments.track.read_text(encoding="ascii")
    play([line.strip() + "\r\n" for line in text.splitlines() if line.strip()], arguments.port, arguments.speed)


main()
