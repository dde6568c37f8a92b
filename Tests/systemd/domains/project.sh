# The board: things to do are written down one by one. It may reach CalDAV servers.
prepare() { call "$1" project.board > /dev/null; }
change_method=project.add change_params='{"title":"one more"}' network=yes
kept() { call "$1" project.board '{"limit":1}' | json 'it["todo"]["count"]'; }
state() { call "$1" project.list '{"all":true}' | json '[(item["id"], item["title"], item["state"]) for item in it["projects"]]'; }
