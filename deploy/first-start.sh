#!/bin/sh
# Lets the standby copy and follow this database.
set -eu
echo 'host replication tindahan all scram-sha-256' >> "$PGDATA/pg_hba.conf"
