#!/bin/sh
# A whole copy on Sundays, else what has changed since; the first one at once.
set -eu
until pgbackrest --stanza=tindahan stanza-create && pgbackrest --stanza=tindahan check; do sleep 10; done
while :; do
  if [ "$(date +%u)" = 7 ]; then type=full; else type=diff; fi
  pgbackrest --stanza=tindahan --type="$type" backup || sleep 600
  sleep "$(($(date -d 'tomorrow 02:00' +%s) - $(date +%s)))"
done
