#!/usr/bin/env bash
# Writes the manual in English and Korean: pages of matectl, of every domain and of its daemon from their
# descriptions, and those of the wire, of plugins and of the page from docs; or checks that neither man(1) nor
# mandoc(1) has a word to say about them, and that man(1) finds each by its name.
#   tools/manuals.sh MATECTL PACKAGE FOLDER [--check]
# PACKAGE is mate, web or all; FOLDER is one for manuals, as /usr/share/man.
set -euo pipefail
cd "$(dirname "$0")/.."

matectl=${1:?the program matectl} package=${2:?mate, web or all} folder=${3:?a folder for manuals} check=${4:-}
export MATE_DOMAINS_PATH=$PWD/deploy/domains

# put SECTION NAME: from standard input, in $language.
put() { install -D -m 644 /dev/stdin "$folder/${language#en}/man$1/$2.$1"; }

# page SECTION NAME: of matectl, a domain or a program.
page() { "$matectl" --lang "$language" man "$2" | put "$1" "$2"; }

# from_docs NAME SUMMARY: of docs/NAME.md.
from_docs() {
  local file=docs/${language#en}/$1.md
  python3 tools/manual-page.py "$file" "mate-$1" 7 "$2" "$language" | put 7 "mate-$1"
}

# say ENGLISH KOREAN
say() { if [ $language = ko ]; then echo "$2"; else echo "$1"; fi; }

for language in en ko; do
  if [ "$package" != web ]; then
    page 1 matectl
    for description in deploy/domains/*.json; do
      domain=$(basename "$description" .json)
      page 1 "matectl-$domain"
      page 8 "${domain}d"
    done
    from_docs protocol "$(say "the wire between mate's daemons and their clients" "mate 데몬과 클라이언트 사이의 와이어 프로토콜")"
    from_docs plugins "$(say "a domain of your own for matectl" "matectl에 나만의 도메인 더하기")"
  fi
  if [ "$package" != mate ]; then
    page 8 webd
    from_docs web "$(say "the screens of all domains in a browser" "모든 도메인의 화면을 브라우저에서")"
  fi
done

[ "$check" = --check ] || exit 0
words=$(find "$folder" -name '*.[178]' | sort | while read -r page; do
  LC_ALL=C.UTF-8 man --warnings --encoding=UTF-8 --local-file -Tutf8 "$page" 2>&1 > /dev/null || true
  mandoc -T lint "$page" || true
  lexgrog "$page" > /dev/null || echo "$page: no line from which apropos(1) learns"
done)
[ -z "$words" ] || { echo "$words"; exit 1; }
