#!/bin/sh
# The portal's database user: it owns nothing. Runs once, when the database is created.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$PORTAL_DB_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
CREATE ROLE portal LOGIN PASSWORD :'password';
SQL
