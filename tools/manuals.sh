#!/usr/bin/env bash
# Writes the manual: pages of matectl, of every domain and of its daemon in English and Korean, and those
# of the wire, of the page and of plugins; or checks that neither man(1) nor mandoc(1) has a word to say about them.
#   tools/manuals.sh MATECTL FOLDER [--check]
set -euo pipefail
cd "$(dirname "$0")/.."

matectl=${1:?the program matectl} folder=${2:?a folder for manuals, as /usr/share/man} check=${3:-}
export MATE_DOMAINS_PATH=$PWD/deploy/domains

# put FOLDER-OF-A-LANGUAGE NAME SECTION: from standard input.
put() { install -D -m 644 /dev/stdin "$folder/$1man$3/$2.$3"; }

for language in en ko; do
  of=$([ $language = en ] || echo $language/)
  "$matectl" --lang $language man matectl | put "$of" matectl 1
  for description in deploy/domains/*.json; do
    domain=$(basename "$description" .json)
    "$matectl" --lang $language man "$domain" | put "$of" "matectl-$domain" 1
    "$matectl" --lang $language man "${domain}d" | put "$of" "${domain}d" 8
  done
done
python3 tools/manual-page.py docs/protocol.md mate-protocol 7 "the wire between mate's daemons and their clients" \
  | put "" mate-protocol 7
python3 tools/manual-page.py docs/web.md mate-web 7 "the screens of all domains in a browser" | put "" mate-web 7
python3 tools/manual-page.py docs/plugins.md mate-plugins 7 "a domain of your own for matectl" | put "" mate-plugins 7

[ "$check" = --check ] || exit 0
words=$(find "$folder" -name '*.[178]' | sort | while read -r page; do
  LC_ALL=C.UTF-8 man --warnings --encoding=UTF-8 --local-file -Tutf8 "$page" 2>&1 > /dev/null || true
  mandoc -T lint "$page" || true
done)
[ -z "$words" ] || { echo "$words"; exit 1; }
