"""The way to work, as far as it keeps anything: favourites, alarms, settings, timetables."""
import collections
import os
import zipfile

from world import Step, read

STATIONS = ("강남", "역삼", "선릉", "삼성", "종합운동장", "잠실새내", "잠실", "잠실나루", "강변", "구의",
            "건대입구", "성수")
FEED = {
    "agency": "agency_name,agency_timezone\nCity,Asia/Seoul\n",
    "stops": "stop_id,stop_name,stop_lat,stop_lon\nA,Aa,37.5,127.0\nB,Bb,37.51,127.0\n",
    "routes": "route_id,route_short_name,route_type\nR,7,3\n",
    "calendar": "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,"
                "end_date\nWK,1,1,1,1,1,0,0,20260901,20260930\n",
    "trips": "route_id,service_id,trip_id\nR,WK,t1\n",
    "stop_times": "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
                  "t1,08:00:00,08:00:00,A,1\nt1,08:10:00,08:10:00,B,2\n",
}
# Nobody listens there: no portal is asked.
NOWHERE = "http://127.0.0.1:9/"

State = collections.namedtuple("State", "favourites alarms url feeds")


class Transit:
    name = domain = "transit"
    # Settings are read by a rehearsal, and a timetable that cannot be opened is left out until it can.
    reads_on_failing_disk = False
    initial = State((), (), "http://ws.bus.go.kr/api/rest", ())

    def __init__(self, program, folder):
        # The driver has the right to admin, for whom the daemon opens a path.
        self.feed = os.path.join(folder, "feed.zip")
        with zipfile.ZipFile(self.feed, "w") as archive:
            for name, text in FEED.items():
                archive.writestr(name + ".txt", text)

    # The rules

    @staticmethod
    def apply(state, method, params):
        return getattr(Transit, "_" + method.split(".", 1)[1].replace(".", "_"))(state, params)

    @staticmethod
    def _favourite_add(state, params):
        if len(state.favourites) == 10 or params["place"] in state.favourites:
            return None
        return state._replace(favourites=state.favourites + (params["place"],))

    @staticmethod
    def _favourite_remove(state, params):
        name = params["favourite"]
        if name not in state.favourites:
            return None
        return state._replace(favourites=tuple(one for one in state.favourites if one != name),
                              alarms=tuple(one for one in state.alarms if one != name))

    @staticmethod
    def _favourite_move(state, params):
        name = params["favourite"]
        if name not in state.favourites:
            return None
        others = [one for one in state.favourites if one != name]
        others.insert(params["position"] - 1, name)
        return state._replace(favourites=tuple(others))

    @staticmethod
    def _alarm_set(state, params):
        name = params["favourite"]
        if name not in state.favourites or name in state.alarms:
            return None
        return state._replace(alarms=tuple(sorted(state.alarms + (name,))))

    @staticmethod
    def _alarm_remove(state, params):
        if params["favourite"] not in state.alarms:
            return None
        return state._replace(
            alarms=tuple(one for one in state.alarms if one != params["favourite"]))

    @staticmethod
    def _configure(state, params):
        return state._replace(url=params["busURL"])

    @staticmethod
    def _gtfs_import(state, params):
        return state._replace(feeds=tuple(sorted(set(state.feeds) | {params["name"]})))

    @staticmethod
    def _gtfs_remove(state, params):
        if params["feed"] not in state.feeds:
            return None
        return state._replace(feeds=tuple(one for one in state.feeds if one != params["feed"]))

    @staticmethod
    def agrees(state, method, result):
        return method != "transit.favourite.add" or result["position"] == len(state.favourites)

    @staticmethod
    def may_refuse(method):
        """One import at a time, also one whose client has gone; what cannot be opened cannot be removed."""
        return method in ("transit.gtfs.import", "transit.gtfs.remove")

    # What is proposed

    def propose(self, state, random, mark):
        kind = random.choices(("add", "remove", "move", "alarm", "quiet", "configure", "import", "forget"),
                              (30, 10, 12, 12, 8, 12, 5, 3))[0]
        one = random.choice(state.favourites) if state.favourites else None
        if kind == "remove" and one:
            return Step("transit.favourite.remove", {"favourite": one})
        if kind == "move" and one:
            position = random.randint(1, len(state.favourites))
            return Step("transit.favourite.move", {"favourite": one, "position": position})
        if kind == "alarm" and one:
            return Step("transit.alarm.set", {"favourite": one})
        if kind == "quiet" and one:
            return Step("transit.alarm.remove", {"favourite": random.choice(state.favourites)})
        if kind == "configure":
            return Step("transit.configure", {"busURL": NOWHERE + mark})
        name = random.choice(("north", "south", "west"))
        if kind == "import":
            return Step("transit.gtfs.import", {"path": self.feed, "name": name})
        if kind == "forget":
            return Step("transit.gtfs.remove", {"feed": name})
        return Step("transit.favourite.add", {"place": random.choice(STATIONS)})

    @staticmethod
    def propose_many(state, random, mark, count):
        return [Step("transit.configure", {"busURL": NOWHERE + mark}) for _ in range(count)]

    @staticmethod
    def fill(number):
        return Step("transit.configure", {"busURL": NOWHERE + "f%d/" % number + "x" * 480})

    # What is read

    @staticmethod
    def visible(state):
        return state

    @staticmethod
    def size(seen):
        return len(seen.favourites) + len(seen.alarms) + len(seen.feeds)

    @staticmethod
    def observe(wire):
        favourites = read(wire, "transit.favourite.list")["favourites"]
        alarms = read(wire, "transit.alarm.list")["alarms"]
        feeds = read(wire, "transit.gtfs.feeds")["feeds"]
        # A rehearsal changes nothing, and its answer has what stays as it is.
        settings = read(wire, "transit.configure", subwayURL=NOWHERE, _meta={"dryRun": True})
        return State(tuple(one["name"] for one in favourites),
                     tuple(sorted(one["name"] for one in alarms)), settings["busURL"],
                     tuple(sorted(one["feed"] for one in feeds)))

    @staticmethod
    def check(wire):
        read(wire, "transit.quota")
