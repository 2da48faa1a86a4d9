-- Why each user was sent where.
--
-- A decision does not copy the fleet. What the rules said of a host stands once in the verdict journal; a decision names
-- an epoch and a version of it, and every host's last verdict up to that version is what was decided on. An epoch begins
-- with every host, so nothing older than it is ever needed, and whole days can be dropped.
-- Both tables have a partition for each day (UTC). Their documents are json, not jsonb: they are written for every
-- placement and read seldom, and writing costs a quarter this way.

CREATE TABLE decision_epoch (
  epoch    timestamptz PRIMARY KEY,  -- when it began; no two epochs of any broker instance share it
  instance text NOT NULL,            -- the broker instance that judged
  revision text NOT NULL,
  rules    json NOT NULL             -- the revision's rules by id: {name, file, line}
);

CREATE TABLE verdict (
  epoch    timestamptz NOT NULL,
  agent_id text NOT NULL,
  version  bigint NOT NULL,          -- of the fleet, within the epoch
  verdict  json,                     -- facts judged, farms, exclusions, score terms; null = the host is gone
  PRIMARY KEY (epoch, agent_id, version)
) PARTITION BY RANGE (epoch);

CREATE TABLE decision (
  decision_id   text NOT NULL,
  at            timestamptz NOT NULL,
  instance      text NOT NULL,
  person        text NOT NULL,       -- folded user part
  domain        text NOT NULL,       -- folded; '' = a short name
  outcome       text NOT NULL CHECK (outcome IN ('placed', 'refused', 'failed')),
  code          text NOT NULL,       -- why not; '' when placed
  agent_id      text NOT NULL,       -- the host decided for, '' = none
  reason        text NOT NULL,       -- why that host
  farm_id       text NOT NULL,
  resource_id   text NOT NULL,
  revision      text NOT NULL,
  epoch         timestamptz,         -- null = no host was looked at, or the hosts could not be recorded
  fleet_version bigint NOT NULL,
  decide_us     bigint NOT NULL,
  commit_us     bigint NOT NULL,
  total_us      bigint NOT NULL,
  record        json NOT NULL,       -- the request as asked, what was known of the user, the lease, and what rules said
                                     -- for this request alone
  PRIMARY KEY (decision_id, at)
) PARTITION BY RANGE (at);

CREATE INDEX decision_newest    ON decision (at DESC, decision_id DESC);
CREATE INDEX decision_of_person ON decision (person, at DESC);
CREATE INDEX decision_for_agent ON decision (agent_id, at DESC) WHERE agent_id <> '';

-- Sees to it that both tables have a partition for each of these days. Answers how many it made. A partition is attached,
-- not created in place, so that reading and writing go on meanwhile.
CREATE FUNCTION add_decision_days(p_first date, p_last date) RETURNS integer
LANGUAGE plpgsql VOLATILE SET timezone = 'UTC' SET lock_timeout = '2s' AS $f$
DECLARE
  parent text;
  child  text;
  day    date;
  made   integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(1146244184);
  FOR day IN SELECT d::date FROM generate_series(p_first, p_last, interval '1 day') AS d LOOP
    FOREACH parent IN ARRAY ARRAY['decision', 'verdict'] LOOP
      child := parent || to_char(day, '_YYYYMMDD');
      CONTINUE WHEN to_regclass(child) IS NOT NULL;
      EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', child, parent);
      EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
                     parent, child, day::timestamptz, (day + 1)::timestamptz);
      made := made + 1;
    END LOOP;
  END LOOP;
  RETURN made;
END $f$;

-- Drops the decisions of whole days older than this, and the verdicts of the days before: an epoch of one day may still
-- serve the first decisions of the next. Answers how many partitions it dropped.
CREATE FUNCTION drop_decision_days(p_keep_days integer) RETURNS integer
LANGUAGE plpgsql VOLATILE SET timezone = 'UTC' SET lock_timeout = '2s' AS $f$
DECLARE
  today   date := clock_timestamp()::date;
  child   record;
  dropped integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(1146244184);
  FOR child IN
    SELECT c.relname, to_date(right(c.relname, 8), 'YYYYMMDD') AS day, p.relname AS parent
      FROM pg_inherits i
      JOIN pg_class c ON c.oid = i.inhrelid
      JOIN pg_class p ON p.oid = i.inhparent
     WHERE i.inhparent IN ('decision'::regclass, 'verdict'::regclass) AND c.relname ~ '_[0-9]{8}$'
     ORDER BY c.relname
  LOOP
    CONTINUE WHEN child.day >= today - p_keep_days - (child.parent = 'verdict')::integer;
    EXECUTE format('DROP TABLE %I', child.relname);
    dropped := dropped + 1;
  END LOOP;
  DELETE FROM decision_epoch WHERE epoch < (today - p_keep_days - 1)::timestamptz;
  RETURN dropped;
END $f$;
