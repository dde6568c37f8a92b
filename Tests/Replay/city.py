#!/usr/bin/env python3
"""A small city with a timetable of its own, for who has none at hand.

    city.py write FOLDER             city.zip, a GTFS feed, and trips.json, its GTFS-Realtime; $CITY names the first
    city.py late TRIP MINUTES        that trip is so late, today and tomorrow
    city.py on-time                  nobody is late any more

Trams of line 1 go from the harbour to the market, those of line 2 from there to the museum, every twenty minutes; bus
9 takes a long way round, every hour. A trip is `LINE-HHMM`: `city.py late 1-0800 6`.
"""
import datetime
import json
import os
import pathlib
import sys
import zipfile

SEOUL = datetime.timezone(datetime.timedelta(hours=9))
STOPS = """stop_id,stop_name,stop_lat,stop_lon
H,Harbour,37.500,127.000
M,Market,37.520,127.020
U,Museum,37.545,127.045
"""
ROUTES = """route_id,route_short_name,route_type
1,1,0
2,2,0
9,9,3
"""
# The line, between two of its vehicles, the first minute of the day, its stops and the minutes to each.
LINES = [("1", 20, 0, (("H", 0), ("M", 6))), ("2", 20, 10, (("M", 0), ("U", 8))), ("9", 60, 5, (("H", 0), ("U", 35)))]
ENDS = {"1": "Market", "2": "Museum", "9": "Museum"}


def clock(minute):
    return f"{minute // 60:02d}:{minute % 60:02d}:00"


def timetable():
    today = datetime.datetime.now(SEOUL).date()
    days = [(today + datetime.timedelta(days=offset)).strftime("%Y%m%d") for offset in (-1, 365)]
    trips, times = ["route_id,service_id,trip_id,trip_headsign"], [
        "trip_id,arrival_time,departure_time,stop_id,stop_sequence"]
    for line, headway, first, stops in LINES:
        for start in range(first, 1440, headway):
            trip = f"{line}-{start // 60:02d}{start % 60:02d}"
            trips.append(f"{line},all,{trip},{ENDS[line]}")
            for order, (stop, offset) in enumerate(stops, 1):
                times.append(f"{trip},{clock(start + offset)},{clock(start + offset)},{stop},{order}")
    return {
        "agency.txt": "agency_name,agency_url,agency_timezone\nHarbour City,https://city.invalid,Asia/Seoul\n",
        "stops.txt": STOPS, "routes.txt": ROUTES,
        "calendar.txt": "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
                        f"all,1,1,1,1,1,1,1,{days[0]},{days[1]}\n",
        "trips.txt": "\n".join(trips) + "\n", "stop_times.txt": "\n".join(times) + "\n",
    }


def realtime(path, late=None):
    entities = []
    for offset in (0, 1) if late else ():
        day = (datetime.datetime.now(SEOUL) + datetime.timedelta(days=offset)).strftime("%Y%m%d")
        entities.append({"id": str(offset), "tripUpdate": {
            "trip": {"tripId": late[0], "startDate": day}, "delay": late[1] * 60,
            "stopTimeUpdate": [{"stopSequence": 1, "departure": {"delay": late[1] * 60}}]}})
    head = {"gtfsRealtimeVersion": "2.0", "incrementality": "FULL_DATASET"}
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps({"header": head, "entity": entities}), encoding="utf-8")
    # A portal that is asked meanwhile has the old one or the new one.
    fresh.rename(path)


def main(words):
    if words[:1] == ["write"] and len(words) == 2:
        folder = pathlib.Path(words[1])
        with zipfile.ZipFile(folder / "city.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            for name, text in timetable().items():
                archive.writestr(name, text)
        return realtime(folder / "trips.json")
    path = pathlib.Path(os.environ.get("CITY", "city.zip")).with_name("trips.json")
    if words[:1] == ["late"] and len(words) == 3 and words[2].isdigit():
        realtime(path, (words[1], int(words[2])))
        return print(f"{words[1]} is {words[2]} minutes late, today and tomorrow")
    if words == ["on-time"]:
        realtime(path)
        return print("nobody is late")
    return sys.exit(__doc__)


main(sys.argv[1:])
