#!/usr/bin/env python3
"""A stand-in for Seoul's subway and bus portals, on loopback, with trains that move by a clock.

    Tests/Replay/replay.py [--port N] [--recorded FOLDER] [--gtfs FOLDER]

Prints `listening on http://127.0.0.1:PORT`. Point transitd to it:

    matectl transit configure --key-file KEY --subway-url http://127.0.0.1:PORT/api/subway \\
        --bus-key-file KEY --bus-url http://127.0.0.1:PORT/api/rest

Every station and stop that transitd knows has trains and buses at headways of a few minutes; their rows have the
quirks of the real ones: seconds that are missing, rows that are old, one train in two rows, trains that have left.
With --recorded the payloads of a folder are served instead where there is one, their times moved to now.

Tests steer it: POST /control {"fault": NAME, "times": N, "delay": SECONDS} makes the next N answers faulty, and
{"late": true} makes the third train of every line and way the last of its day, and
GET /control tells how often each kind of question was asked, without keys.
"""
import argparse
import collections
import datetime
import hashlib
import http.server
import json
import pathlib
import re
import threading
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
KST = datetime.timezone(datetime.timedelta(hours=9))
ENDS = {
    1001: ("소요산", "인천"), 1002: ("성수", "성수"), 1003: ("대화", "오금"), 1004: ("진접", "오이도"), 1005: ("방화", "하남검단산"),
    1006: ("응암순환(상선)", "신내"), 1007: ("장암", "석남"), 1008: ("별내", "모란"), 1009: ("개화", "중앙보훈병원"),
    1032: ("운정중앙", "동탄"), 1063: ("문산", "용문"), 1065: ("인천공항2터미널", "서울"), 1067: ("청량리", "춘천"),
    1075: ("청량리", "인천"), 1077: ("신사", "광교"), 1081: ("판교", "여주"), 1092: ("북한산우이", "신설동"),
    1093: ("일산", "원시"), 1094: ("샛강", "관악산"),
}
RECORDED = {"서울": "arrival-seoul-2026-09-08.json", "연신내": "arrival-yeonsinnae-2024-05-15.json",
            "영등포": "arrival-yeongdeungpo-2022-08-25.json"}


def rows_of(name):
    text = (ROOT / "Sources" / "CTransitTables" / name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines()]


def number(*words):
    """A number that is the same on every run."""
    return int.from_bytes(hashlib.sha256("/".join(map(str, words)).encode()).digest()[:4], "big")


def stamp(moment):
    return datetime.datetime.fromtimestamp(moment, KST).strftime("%Y-%m-%d %H:%M:%S")


class World:
    """Trains and buses by the clock."""

    def __init__(self):
        self.lines = collections.defaultdict(list)
        for name, line, station, code, _, _ in rows_of("stations.tsv"):
            self.lines[name].append((int(line), station, code))
        self.codes = {}
        for name, line, _, code, _, _ in rows_of("stations.tsv"):
            self.codes[(int(line), code)] = name
        self.stops = {row[1]: row for row in rows_of("stops.tsv") if row[1]}
        # Whether the third train of every line and way is the last of its day.
        self.is_late = False

    def neighbour(self, line, code, step):
        digits = re.search(r"\d+", code)
        if not digits:
            return None
        next_code = str(int(digits.group()) + step).zfill(len(digits.group()))
        return self.codes.get((line, code[:digits.start()] + next_code + code[digits.end():]))

    def arrivals(self, station, now):
        rows = []
        for line, station_id, code in self.lines.get(station, []):
            for step, way in ((-1, 0), (1, 1)):
                rows += self.direction(station, line, station_id, code, step, way, now)
        return rows

    def direction(self, station, line, station_id, code, step, way, now):
        headway = 240 + number(line, way) % 180
        phase = number(station, line, way) % headway
        measured = now - now % 20
        last = measured - (measured - phase) % headway
        ends = ENDS.get(line, ("종점", "종점"))
        names = ("내선", "외선") if line == 1002 else ("상행", "하행")
        via = self.neighbour(line, code, step) or ends[way]
        behind = [self.neighbour(line, code, -step * n) for n in range(1, 8)]
        rows = []
        for order, arrival in enumerate([last, last + headway, last + 2 * headway]):
            train = str(int(arrival // headway) * 2 % 8998 + 1000 + way)
            left = int(arrival - measured)
            express = line in (1001, 1009) and number(train) % 3 == 0
            is_last = self.is_late and order == 2
            row = {
                "beginRow": None, "endRow": None, "curPage": None, "pageRow": None, "subwayId": str(line),
                "subwayNm": None, "updnLine": names[way], "subwayHeading": None,
                "trainLineNm": f"{ends[way]}행 - {via}방면" + (" (급행)" if express else "")
                               + (" (막차)" if is_last else ""),
                "statnId": station_id, "statnNm": station, "trainCo": None, "btrainNo": train,
                "btrainSttus": "급행" if express else "일반", "bstatnNm": ends[way], "recptnDt": stamp(measured),
                "lstcarAt": str(int(is_last)),
            }
            away = max(1, -(-left // 120))
            place = (behind[min(away, 7) - 1] or station)
            row["ordkey"] = f"{way}{order}{away if left > 0 else 0:03d}{ends[way]}{int(express)}"
            if left <= -40:
                row.update(barvlDt="20" if line == 1009 else "0", arvlMsg2=f"{station} 출발", arvlMsg3=station,
                           arvlCd="2")
            elif left <= 0:
                row.update(barvlDt="0", arvlMsg2=f"{station} 도착", arvlMsg3=station, arvlCd="1")
                # The portal forgets to take the row back in which the train was one station away.
                rows.append(dict(row, barvlDt="129", arvlMsg2="전역 출발", arvlMsg3=place, arvlCd="3",
                                 recptnDt=stamp(measured - 3)))
            elif left <= 30:
                row.update(barvlDt="0", arvlMsg2=f"{station} 진입", arvlMsg3=station, arvlCd="0")
            elif left <= 120:
                row.update(barvlDt=str(left), arvlMsg2="전역 출발", arvlMsg3=place, arvlCd="3")
            elif not is_last and number(train, "silent") % 4 == 0:
                row.update(barvlDt="0", arvlMsg2=f"[{away}]번째 전역 ({place})", arvlMsg3=place, arvlCd="99")
            else:
                row.update(barvlDt=str(left), arvlMsg2=f"{left // 60}분 {left % 60}초 후 ({place})", arvlMsg3=place,
                           arvlCd="99")
            rows.append(row)
        return rows

    def positions(self, line_name, now):
        ids = {name: line for line, name in ((1000 + n, f"{n}호선") for n in range(1, 10))}
        ids.update({"경의중앙선": 1063, "공항철도": 1065, "GTX-A": 1032, "신분당선": 1077, "수인분당선": 1075})
        line = ids.get(line_name)
        stations = sorted((code, name) for (known, code), name in self.codes.items() if known == line)
        rows = []
        for index in range(0, len(stations), 6):
            place = (index + int(now // 120)) % len(stations)
            rows.append({
                "subwayId": str(line), "subwayNm": line_name, "statnId": "0", "statnNm": stations[place][1],
                "trainNo": str(2000 + index), "recptnDt": stamp(now - now % 20), "updnLine": str(index // 6 % 2),
                "statnTnm": ENDS[line][index // 6 % 2], "trainSttus": str(int(now // 30) % 4), "directAt": "0",
                "lstcarAt": "0"})
        return rows

    def buses(self, stop, now):
        if stop not in self.stops:
            return None
        rows = []
        for index in range(3 + number(stop) % 4):
            route = ["705", "7612", "790파주", "8773출근", "571", "9709N파주"][index]
            headway = 300 + number(stop, route) % 600
            left = int(headway - (now - number(route, stop)) % headway)
            first, second = self.sign(left), self.sign(left + headway)
            if route == "8773출근":
                first = second = ("출발대기", 0)
            if route == "571":
                first, second = ("회차대기", 5), ("회차대기", 294)
            if route == "9709N파주":
                first = second = ("운행종료", 0)
            rows.append({
                "rtNm": route, "busRouteId": str(100100000 + index), "routeType": str(3 + index % 2), "stNm":
                self.stops[stop][0], "arsId": stop, "adirection": "홍대입구역", "nxtStn": "다음정류장", "firstTm":
                "0410  ", "lastTm": "2340  ", "arrmsg1": first[0], "traTime1": str(first[1]), "isArrive1": "0",
                "isLast1": "0", "busType1": "1", "congestion1": "3", "plainNo1": f"서울7{index}사1{left // 100}",
                "arrmsg2": second[0], "traTime2": str(second[1]), "isArrive2": "0", "isLast2": "0", "busType2": "0",
                "congestion2": "0", "plainNo2": " "})
        return rows

    @staticmethod
    def sign(left):
        if left < 60:
            return "곧 도착", left
        return f"{left // 60}분{left % 60}초후[{max(1, left // 90)}번째 전]", left


def xml(name, value):
    if isinstance(value, dict):
        inner = "".join(xml(key, member) for key, member in value.items() if member is not None)
    elif isinstance(value, list):
        return "".join(xml(name, element) for element in value)
    else:
        inner = str(value).replace("&", "&amp;").replace("<", "&lt;")
    return f"<{name}>{inner}</{name}>"


def subway(name, rows, first, last):
    if not rows:
        return {"status": 500, "code": "INFO-200", "message": "해당하는 데이터가 없습니다.", "link": "",
                "developerMessage": "", "total": 0}
    shown = rows[max(0, first - 1) if first else 0:last]
    for index, row in enumerate(shown):
        row.update(rowNum=index + 1, totalCount=len(rows), selectedCount=len(shown))
    return {"errorMessage": {"status": 200, "code": "INFO-000", "message": "정상 처리되었습니다.", "link": "",
                             "developerMessage": "", "total": len(rows)}, name: shown}


def bus(rows, code="0", message="정상적으로 처리되었습니다."):
    return {"comMsgHeader": {"errMsg": None}, "msgHeader": {"headerMsg": message, "headerCd": code, "itemCount": 0},
            "msgBody": {"itemList": rows}}


def flat(code, message):
    return {"status": 500, "code": code, "message": message, "link": "", "developerMessage": "", "total": 0}


GATEWAY = ("<OpenAPI_ServiceResponse><cmmMsgHeader><errMsg>SERVICE ERROR</errMsg><returnAuthMsg>{}</returnAuthMsg>"
           "<returnReasonCode>{}</returnReasonCode></cmmMsgHeader></OpenAPI_ServiceResponse>")


class Portal(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    world = World()
    recorded = None
    gtfs = None
    lock = threading.Lock()
    calls = collections.Counter()
    faults = []

    def log_message(self, *_):
        pass

    # Control

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        order = json.loads(body)
        with self.lock:
            if "late" in order:
                self.world.is_late = bool(order["late"])
            Portal.faults = [dict(order) for _ in range(order.get("times", 1))] if order.get("fault") else []
        self.answer(200, b"{}", "application/json")

    def next_fault(self):
        with self.lock:
            return Portal.faults.pop(0) if Portal.faults else None

    # Questions

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        parts = [urllib.parse.unquote(part) for part in url.path.split("/") if part]
        if parts == ["control"]:
            with self.lock:
                return self.answer(200, json.dumps(dict(self.calls)).encode(), "application/json")
        if parts[:1] == ["gtfs"] and self.gtfs and len(parts) == 2 and re.fullmatch(r"[\w.-]+", parts[1]):
            return self.file(pathlib.Path(self.gtfs) / parts[1])
        name = parts[4] if len(parts) > 4 and parts[:2] == ["api", "subway"] else "/".join(parts[2:])
        with self.lock:
            self.calls[name] += 1
        fault = self.next_fault()
        if fault:
            if fault.get("delay"):
                time.sleep(fault["delay"])
            if fault["fault"] != "slow" and self.fail(fault["fault"], parts):
                return None
        if parts[:2] == ["api", "subway"] and len(parts) >= 8:
            return self.subway(parts)
        if parts[:2] == ["api", "rest"]:
            return self.bus("/".join(parts[2:]), dict(urllib.parse.parse_qsl(url.query)))
        return self.answer(404, b"<html><body>Not Found</body></html>", "text/html")

    def subway(self, parts):
        key, form, service, first, last, subject = parts[2], parts[3], parts[4], int(parts[5]), int(parts[6]), parts[7]
        if key == "sample" and last - first > 5:
            return self.document(flat("ERROR-335", "샘플데이터(샘플키:sample) 는 한번에 최대 5건을 넘을 수 없습니다."), form)
        now = time.time()
        if service == "realtimePosition":
            document = subway("realtimePositionList", self.world.positions(subject, now), first, last)
        else:
            document = self.recording(subject, now) or subway(
                "realtimeArrivalList", self.world.arrivals(subject, now), first, last)
        return self.document(document, form, "realtimeStationArrival")

    def recording(self, station, now):
        """A recorded payload with its times moved so that the newest row is ten seconds old."""
        if not self.recorded or station not in RECORDED:
            return None
        path = pathlib.Path(self.recorded) / "seoul" / "subway" / RECORDED[station]
        document = json.loads(path.read_text(encoding="utf-8"))
        rows = document["realtimeArrivalList"]
        moments = [datetime.datetime.fromisoformat(row["recptnDt"][:19]).replace(tzinfo=KST).timestamp() for row in rows]
        for row, moment in zip(rows, moments):
            row["recptnDt"] = stamp(now - 10 + moment - max(moments))
        return document

    def bus(self, method, query):
        form = query.get("resultType", "xml")
        if not query.get("serviceKey"):
            return self.answer(200, GATEWAY.format("SERVICE_KEY_IS_NOT_REGISTERED_ERROR", "30").encode(), "text/xml")
        if method == "stationinfo/getStationByUid":
            rows = self.world.buses(query.get("arsId", ""), time.time())
            if rows is None:
                return self.document(bus(None, "4", "결과가 없습니다."), form, "ServiceResult")
            return self.document(bus(rows), form, "ServiceResult")
        if method == "busRouteInfo/getBusRouteList":
            word = query.get("strSrch", "")
            rows = [{"busRouteId": "100100237", "busRouteNm": name, "routeType": "4", "stStationNm": "기점",
                     "edStationNm": "종점", "term": "8"} for name in ("705", "7612", "4318") if word in name]
            return self.document(bus(rows or None), form, "ServiceResult")
        return self.answer(404, b"<html><body>Not Found</body></html>", "text/html")

    def document(self, document, form, root="result"):
        if form == "xml":
            if "errorMessage" in document:
                head = document.pop("errorMessage")
                rows = next(iter(document.values()))
                body = f"<{root}>" + xml("RESULT", head) + xml("row", rows) + f"</{root}>"
            else:
                body = xml(root, document)
            text = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' + body
            return self.answer(200, text.encode(), "text/xml;charset=UTF-8")
        return self.answer(200, json.dumps(document, ensure_ascii=False).encode(), "application/json")

    # Faults

    def fail(self, name, parts):
        """Answers with a fault; false where the answer goes on after it."""
        if name == "hang":
            time.sleep(30)
            self.close_connection = True
            return True
        if name == "close":
            self.close_connection = True
            return True
        if name == "truncated":
            body = json.dumps(subway("realtimeArrivalList", self.world.arrivals("서울", time.time()), 0, 60)).encode()
            self.answer(200, body[:len(body) // 2], "application/json")
            return True
        if name == "short":
            self.send_response(200)
            self.send_header("Content-Length", "9999")
            self.end_headers()
            self.wfile.write(b'{"errorMessage":')
            self.close_connection = True
            return True
        if name == "html":
            self.answer(200, "<!DOCTYPE html><html><body>점검 중입니다</body></html>".encode(), "text/html")
            return True
        if name == "redirect":
            target = self.path + ("&" if "?" in self.path else "?") + "redirected=1"
            self.answer(307, b"", "text/plain", [("Location", target)])
            return True
        if name == "redirectAway":
            self.answer(302, b"", "text/plain", [("Location", "file:///etc/passwd")])
            return True
        if name == "gateway22":
            self.answer(200, GATEWAY.format("LIMITED_NUMBER_OF_SERVICE_REQUESTS_EXCEEDS_ERROR", "22").encode(), "text/xml")
            return True
        if name == "gateway30":
            self.answer(200, GATEWAY.format("SERVICE_KEY_IS_NOT_REGISTERED_ERROR", "30").encode(), "text/xml")
            return True
        if name == "xml" and len(parts) >= 8:
            parts[3] = "xml"
            self.subway(parts)
            return True
        if re.fullmatch(r"\d{3}", name):
            self.answer(int(name), b"", "text/plain")
            return True
        if re.fullmatch(r"(INFO|ERROR)-\d{3}", name):
            self.document(flat(name, "오류"), "json")
            return True
        return False

    def file(self, path):
        if not path.is_file():
            return self.answer(404, b"", "text/plain")
        return self.answer(200, path.read_bytes(), "application/zip")

    def answer(self, status, body, kind, headers=()):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
        return True


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, default=0, help="0 is any that is free")
    parser.add_argument("--recorded", help="a folder with recorded payloads")
    parser.add_argument("--gtfs", help="a folder with feeds, served under /gtfs/")
    arguments = parser.parse_args()
    Portal.recorded = arguments.recorded
    Portal.gtfs = arguments.gtfs
    server = Server(("127.0.0.1", arguments.port), Portal)
    print(f"listening on http://127.0.0.1:{server.server_address[1]}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


main()
