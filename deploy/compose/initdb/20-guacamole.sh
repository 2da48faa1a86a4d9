#!/bin/bash
# Makes Guacamole's tables from guacamole.sql, which Guacamole's image writes (README.md).
set -euo pipefail
[[ -f /docker-entrypoint-initdb.d/tables/guacamole.sql ]] || { echo "initdb/tables/guacamole.sql is missing" >&2; exit 1; }
{ echo 'SET ROLE guacamole;'; cat /docker-entrypoint-initdb.d/tables/guacamole.sql; } |
  psql --username=postgres --dbname=guacamole --set=ON_ERROR_STOP=1 --quiet
