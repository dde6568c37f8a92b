# What both machines have in common: users, the archive, and how somebody types.
set -Eeuo pipefail
shopt -s inherit_errexit
trap 'echo "BROKEN: line $LINENO: $BASH_COMMAND" >&2' ERR

say() { echo "$*" >&2; }
fail() { local told="$*"; say "BROKEN: ${told:0:900}"; exit 1; }

echo "127.0.0.1 localhost $(hostname)" > /etc/hosts
useradd --create-home --shell /bin/bash kim
useradd --create-home --shell /bin/bash lee
echo 'kim ALL=(ALL) NOPASSWD: ALL' > /etc/sudoers.d/kim
rm -f /etc/apt/sources.list /etc/apt/sources.list.d/*
echo 'deb [trusted=yes] file:/mnt/mate/.build/fresh/repository ./' > /etc/apt/sources.list
apt-get -qq update
export DEBIAN_FRONTEND=noninteractive

# A login of its own each time, so that new groups count.
# types LINE: what kim types; what is printed is in $words, and the exit status in $status.
types() {
  status=0
  words=$(runuser -u kim -- env -i HOME=/home/kim USER=kim SHELL=/bin/bash LANG="${LANG_OF_KIM:-C.UTF-8}" TERM=dumb \
    PATH=/usr/local/bin:/usr/bin:/bin bash -c "cd; $1" 2>&1 < /dev/null) || status=$?
  say "kim\$ $1"
  [ -z "${LOUD:-}" ] || say "$words"
}

# works LINE [WORDS]: that it is done, and prints the words.
works() {
  types "$1"
  [ $status -eq 0 ] || fail "'$1' ends with $status: $words"
  [ $# -lt 2 ] || grep -qF -- "$2" <<< "$words" || fail "'$1' does not say '$2': $words"
}

# refused LINE STATUS WORDS
refused() {
  types "$1"
  [ $status -eq "$2" ] || fail "'$1' ends with $status, not $2: $words"
  grep -qF -- "$3" <<< "$words" || fail "'$1' does not say '$3': $words"
}
