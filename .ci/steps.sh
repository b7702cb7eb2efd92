# Steps of .ci/run and .ci/full, which source this file.
cd "$(dirname "${BASH_SOURCE[0]}")/.."

unset TEST_DATABASE_URL TEST_REDIS_URL TEST_INSTANCES TEST_CITUS_WORKERS
# The commit seeds random requests, histories and properties, so that a failure of one run repeats in the next.
if seed=$(git rev-parse --short=7 HEAD 2>/dev/null); then
  export FUZZ_SEED=$((16#$seed)) SIMULATED_SEED=$((16#$seed)) PROPERTY_SEED=$((16#$seed))
fi
work=$(mktemp -d)
failed_steps=0
cluster=
redis=

clean_up() {
  if [ -n "$redis" ]; then kill "$redis" 2>/dev/null || true; fi
  if [ -n "$cluster" ]; then as_postgres "$postgres_bin/pg_ctl" -D "$cluster/data" -m immediate stop >/dev/null 2>&1; fi
  rm -rf "$work" ${cluster:+"$cluster"}
}
trap clean_up EXIT

fail() {
  echo "FAILED: $1" >&2
  failed_steps=$((failed_steps + 1))
}

# Runs a step. The steps after it run also when it fails, so that one run shows every failure.
step() {
  local name=$1
  shift
  echo "== $name" >&2
  "$@" || fail "$name"
}

# Runs Jest with these arguments.
tests() {
  local name=$1
  shift
  tests_by "$name" node --experimental-vm-modules --no-warnings node_modules/jest/bin/jest.js "$@"
}

# tests_by NAME COMMAND…: runs a command that takes options of Jest. A run that fails without a failed test in its report counts as a failed step.
tests_by() {
  local name=$1 report=$work/$1.json
  shift
  echo "== $name" >&2
  "$@" --json --outputFile="$report" && return
  [ -s "$report" ] && [ "$(count failed "$report")" != 0 ] || fail "$name"
}

# count passed|failed REPORT…: the number of tests in these reports, with each test file that could not run as one failed.
count() {
  node - "$@" <<'NODE'
const { readFileSync } = require('node:fs');
const [what, ...files] = process.argv.slice(2);
const fields = { passed: ['numPassedTests'], failed: ['numFailedTests', 'numRuntimeErrorTestSuites'] }[what];
const reports = files.map((file) => JSON.parse(readFileSync(file, 'utf8')));
console.log(reports.flatMap((report) => fields.map((field) => report[field])).reduce((sum, n) => sum + n, 0));
NODE
}

# PostgreSQL, and the programs that some tests start. `install_programs chromium` adds the browser. Tests whose program is missing are skipped by name.
install_programs() {
  local missing=()
  [ -n "$(find_postgres)" ] || missing+=(postgresql)
  [ -x /usr/sbin/nginx ] || command -v nginx >/dev/null || missing+=(nginx)
  [ -x /usr/sbin/pgbouncer ] || command -v pgbouncer >/dev/null || missing+=(pgbouncer)
  command -v redis-server >/dev/null || missing+=(redis-server)
  [ "${1:-}" != chromium ] || [ -x "${CHROMIUM_BIN:-/usr/bin/chromium}" ] || missing+=(chromium)
  if [ "${#missing[@]}" = 0 ]; then return; fi
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "Not installed, and only root can install them with apt-get: ${missing[*]}" >&2
    return
  fi
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}" >/dev/null
}

# What the tests of the client for Python need. Tests whose library is missing are skipped by name.
install_python() {
  /usr/bin/python3 -c 'import mypy, optuna, pandas, pip, venv, wheel' 2>/dev/null && return
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo 'Libraries of Python are missing, and only root can install them with apt-get' >&2
    return
  fi
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    mypy python3-optuna python3-pandas python3-pip python3-setuptools python3-venv python3-wheel >/dev/null
}

find_postgres() {
  ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1
}

# initdb refuses to run as root.
as_postgres() {
  if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi
}

free_port() {
  node -e 'const s=require("net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})'
}

# For limits that instances share. Without the program these tests are skipped by name.
start_redis() {
  command -v redis-server >/dev/null || return 0
  local port
  port=$(free_port) || return
  redis-server --port "$port" --bind 127.0.0.1 --save '' --dir "$work" --logfile "$work/redis.log" &
  redis=$!
  export TEST_REDIS_URL="redis://127.0.0.1:$port"
}

# A server of its own, so that the check does not depend on what else runs on the machine.
start_postgres() {
  postgres_bin=$(find_postgres)
  [ -n "$postgres_bin" ] || { echo 'No PostgreSQL server is installed.' >&2; return 1; }
  cluster=$(mktemp -d)
  chmod 755 "$cluster"
  if [ "$(id -u)" = 0 ]; then chown postgres "$cluster"; fi
  local port
  port=$(free_port) &&
    as_postgres "$postgres_bin/initdb" -D "$cluster/data" -U postgres -A trust >/dev/null &&
    as_postgres "$postgres_bin/pg_ctl" -D "$cluster/data" -w -l "$cluster/log" \
      -o "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$cluster -c max_connections=300" start >/dev/null ||
    { cat "$cluster/log" >&2; return 1; }
  export TEST_DATABASE_URL="postgres://postgres@127.0.0.1:$port/postgres"
}

# The last line of a run says how many tests passed and failed. A step that fails without a test counts as one failure.
finish() {
  shopt -s nullglob
  local failed
  failed=$(($(count failed "$work"/*.json) + failed_steps))
  echo "$(count passed "$work"/*.json) passed, $failed failed"
  [ "$failed" = 0 ]
}
