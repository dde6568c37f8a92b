# What the checks under systemd must know of the domain: a change that can be made again and again.
change_method=sample.adjust change_params='{"name":"bread","by":1}'
kept() { call "$1" sample.list | json 'sum(item["count"] for item in it["items"])'; }
state() { call "$1" sample.list | json '[(item["name"], item["count"]) for item in it["items"]]'; }
