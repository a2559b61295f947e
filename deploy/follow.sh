#!/bin/sh
# Copies postgres-1 if there are no data yet, then follows it as its standby.
set -eu
data=/var/lib/postgresql/data
if [ ! -s "$data/PG_VERSION" ]; then
  until pg_basebackup --host postgres-1 --username tindahan --pgdata "$data" --write-recovery-conf --checkpoint fast; do
    find "$data" -mindepth 1 -delete
    sleep 2
  done
fi
chmod 700 "$data"
exec postgres -D "$data" -c config_file=/etc/tindahan/postgresql.conf
