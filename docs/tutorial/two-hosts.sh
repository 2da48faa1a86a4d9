#!/usr/bin/env bash
# Two hosts for the tutorial. It makes the farm "office" and the resource "Office Desktop", enrols rds-01 and rds-02,
# and reports for both every ten seconds until it is ended, also through a restart of the broker. rds-02 has a graphics card and is the busier one.
#
#   docs/tutorial/two-hosts.sh [URL of the broker] [file with its keys]
set -euo pipefail

broker=${1:-http://localhost:8080}
keys=${2:-$(dirname "$0")/../../data/keys.yml}

say() {
  printf 'two-hosts: %s\n' "$*" >&2
}

[[ -r $keys ]] || {
  say "there are no keys in $keys: start ./drover serve first, or name the file: two-hosts.sh URL KEYS"
  exit 2
}
curl -s -o /dev/null "$broker/healthz" || {
  say "no broker answers at $broker: start ./drover serve first, or name its URL: two-hosts.sh URL KEYS"
  exit 6
}

key() {
  sed -n "s/^$1: \"\(.*\)\"/\1/p" "$keys"
}

# call METHOD PATH KEY BODY [HEADER]
call() {
  curl -sS -X "$1" "$broker$2" -H "Authorization: Bearer $3" -H 'Content-Type: application/json' -d "$4" ${5:+-H "$5"}
}

# field NAME <JSON
field() {
  sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"
}

# host NAME TAGS: enrols it, lets it into the farm, and leaves its id and token in "id" and "token"
host() {
  local enrolled
  enrolled=$(call POST /api/v1/agents/enroll none \
    "{\"enrollment_token\": \"$(key enrollment)\", \"name\": \"$1\", \"machine_id\": \"tutorial-$1\"}")
  id=$(field agent_id <<<"$enrolled")
  token=$(field token <<<"$enrolled")
  call PATCH "/api/v1/agents/$id/control" "$(key admin)" \
    "{\"mode\": \"online\", \"farm_ids\": [\"office\"], \"tags\": $2}" >/dev/null
  echo "$1 is agent $id"
}

# report ID TOKEN NAME CPU
report() {
  call POST /api/v1/agents/heartbeat "$2" "{\"protocol_version\": 4, \"health\": {\"score\": 95}, \"server\":
    {\"hostname\": \"$3\", \"cpu_percent\": $4, \"memory_total\": 64000, \"memory_available\": 40000}}" \
    "X-Agent-ID: $1" >/dev/null
}

call POST /api/v1/farms "$(key admin)" '{"id": "office", "name": "Office"}' >/dev/null
call POST /api/v1/resources "$(key admin)" \
  '{"id": "desk", "farm_id": "office", "guacamole_connection_name": "Office Desktop"}' >/dev/null
host rds-01 '{}'
first=$id first_token=$token
host rds-02 '{"gpu": "yes"}'

echo "both report every ten seconds; Ctrl-C ends it, or kill %1 when it runs in the background"
while true; do
  report "$first" "$first_token" rds-01 10 && report "$id" "$token" rds-02 40 ||
    say "the broker does not answer; trying again in ten seconds"
  sleep 10
done
