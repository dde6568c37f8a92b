#!/usr/bin/env python3
"""Writes the tables of places that transitd carries, from Seoul's open data.

    tools/transit-tables.py SUBWAY.json BUS.json

SUBWAY.json has rows with SUBWAY_ID, STATN_ID, STATN_NM, STATN_CODE, STATN_X, STATN_Y; BUS.json ("정류장마스터") has rows
with sttn_no, sttn_id, sttn_nm, crdnt_x, crdnt_y, sttn_type: the form in which YesCoach/CommuteFriend keeps them.
Only facts are taken over: names, numbers, places. Coordinates are degrees times a million (WGS84).
"""
import json
import pathlib
import sys

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "Sources" / "CTransitTables"
KINDS = {"일반차로": "n", "마을버스": "m", "중앙차로": "c", "가로변시간": "t", "가로변전일": "d", "가상정류장": "v"}

# Rows of the source that have the position of the next name in the order of names: where they are, by name and line, is where
# the source has the next name's row, or the station's other line.
MOVED = {
    ("광교", 1077): (37.302110, 127.044483), ("광교중앙", 1077): (37.288617, 127.051478),
    ("광나루(장신대)", 1005): (37.545303, 127.103570), ("광명", 1001): (37.416182, 126.884466),
    ("광명사거리", 1007): (37.479252, 126.854876), ("광운대", 1001): (37.623632, 127.061835),
    ("망우", 1067): (37.599550, 127.091909), ("모란", 1075): (37.432052, 127.129104),
    ("미금", 1077): (37.350077, 127.108910),
}


def place(row):
    latitude, longitude = row["STATN_Y"], row["STATN_X"]
    return MOVED.get((clean(row["STATN_NM"]), int(row["SUBWAY_ID"])), (latitude, longitude))


def micro(degrees):
    return str(round(float(degrees) * 1_000_000))


def clean(text):
    return " ".join(str(text).split())


def write(name, rows):
    lines = sorted("\t".join(row) for row in rows)
    (FOLDER / name).write_text("\n".join(lines) + "\n", encoding="utf-8")


def main():
    subway = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    stops = json.loads(pathlib.Path(sys.argv[2]).read_text(encoding="utf-8"))
    write("stations.tsv", [
        (clean(row["STATN_NM"]), str(row["SUBWAY_ID"]), str(row["STATN_ID"]), clean(row["STATN_CODE"]),
         *map(micro, place(row))) for row in subway])
    write("stops.tsv", [
        (clean(row["sttn_nm"]), "" if clean(row["sttn_no"]) in ("", "0") else clean(row["sttn_no"]),
         str(row["sttn_id"]), micro(row["crdnt_y"]), micro(row["crdnt_x"]), KINDS[row["sttn_type"]])
        for row in stops["DATA"]])


main()
