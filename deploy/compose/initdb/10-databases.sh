#!/bin/bash
# Makes a role and a database of its own for the broker and for Guacamole. PostgreSQL's image runs it once, on an empty volume.
set -euo pipefail
for name in drover guacamole; do
  psql --username=postgres --set=ON_ERROR_STOP=1 --set=name="$name" --set=password="$(<"/run/secrets/${name}_database")" <<'SQL'
CREATE ROLE :"name" LOGIN PASSWORD :'password';
CREATE DATABASE :"name" OWNER :"name";
SQL
done
