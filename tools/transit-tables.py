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
         micro(row["STATN_Y"]), micro(row["STATN_X"])) for row in subway])
    write("stops.tsv", [
        (clean(row["sttn_nm"]), "" if clean(row["sttn_no"]) in ("", "0") else clean(row["sttn_no"]),
         str(row["sttn_id"]), micro(row["crdnt_y"]), micro(row["crdnt_x"]), KINDS[row["sttn_type"]])
        for row in stops["DATA"]])


main()
