#!/bin/bash
# Installs what `matectl completion` prints, for three shells.
#   tools/install-completions.sh MATECTL SHARE
set -eu
matectl=$1 share=$2

put() {
  mkdir -p "$(dirname "$2")"
  "$matectl" completion "$1" > "$2"
  chmod 644 "$2"
}
put bash "$share/bash-completion/completions/matectl"
put zsh "$share/zsh/vendor-completions/_matectl"
put fish "$share/fish/vendor_completions.d/matectl.fish"
