#!/bin/sh
# Put the program into the menu of a Linux desktop, with its icon and the file type of sessions.
#   sh desktop.sh            for the program beside this file
#   sh desktop.sh PROGRAM    for another one
#   sh desktop.sh --remove   take everything away again
# Only files below ~/.local/share (or $XDG_DATA_HOME) are written; no rights are needed.
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
data=${XDG_DATA_HOME:-$HOME/.local/share}
entry=$data/applications/perceptron-gui.desktop
type=$data/mime/packages/perceptron-gui.xml
icon=$data/icons/hicolor/256x256/apps/perceptron-gui.png

if [ "${1:-}" = --remove ]; then
    rm -f "$entry" "$type" "$icon"
else
    program=${1:-$here/perceptron-gui}
    [ -x "$program" ] || { echo "desktop.sh: there is no program $program" >&2; exit 1; }
    mkdir -p "$(dirname "$entry")" "$(dirname "$type")" "$(dirname "$icon")"
    # In Exec a path stands in quotes, in which \ " ` $ and % are written as the standard says.
    quoted=$(printf '%s' "$program" | sed -e 's/\\/\\\\\\\\/g' -e 's/["`$]/\\\\&/g' -e 's/%/%%/g')
    replaced=$(printf '%s' "\"$quoted\"" | sed -e 's/[\\&|]/\\&/g')
    sed "s|@PROGRAM@|$replaced|" "$here/perceptron-gui.desktop" > "$entry"
    cp "$here/perceptron-gui.xml" "$type"
    cp "$here/perceptron-gui.png" "$icon"
fi
# A desktop without these tools reads the files at the next login.
for tool in "update-desktop-database $data/applications" "update-mime-database $data/mime"; do
    set -- "${tool%% *}" "${tool#* }"
    if command -v "$1" > /dev/null; then "$1" "$2" || true; fi
done
