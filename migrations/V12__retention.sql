-- What is past goes, also what no month of its own holds, and nobody waits long for that.
--
-- Dropping a part of a table needs the whole table for a moment. Whoever asks for it waits for those who read, and makes
-- all who write wait behind it; an operator's change that waits to write the audit keeps lease commits waiting. So what
-- drops here gives up after 250 ms, drops nothing then, and is tried again ten minutes later.

-- Entries that no month's partition held: those of an installation's first month, or of a long standstill.
CREATE INDEX audit_rest_at ON audit_rest (at);

-- The audit is only ever added to. What retention takes from the default partition is older than the time that it says.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $f$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.at < nullif(current_setting('drover.past_before', true), '')::timestamptz THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $f$;

-- Makes the audit's partitions of this month and the next ones, of which the default partition holds nothing yet. They
-- are attached, not created in place, so that reading and writing go on meanwhile. Answers how many it made; none
-- when another one is at it.
CREATE FUNCTION add_audit_months(p_ahead integer) RETURNS integer
LANGUAGE plpgsql VOLATILE SET timezone = 'UTC' SET lock_timeout = '250ms' AS $f$
DECLARE
  month     timestamp := date_trunc('month', clock_timestamp()::timestamp);
  month_end timestamp;
  child     text;
  made      integer := 0;
BEGIN
  IF NOT pg_try_advisory_xact_lock(1146244185) THEN
    RETURN 0;
  END IF;
  FOR i IN 0 .. p_ahead LOOP
    child := 'audit' || to_char(month, '_YYYY_MM');
    month_end := month + interval '1 month';
    IF to_regclass(child) IS NULL
       AND NOT EXISTS (SELECT 1 FROM audit_rest r WHERE r.at >= month::timestamptz AND r.at < month_end::timestamptz) THEN
      BEGIN
        EXECUTE format('CREATE TABLE %I (LIKE audit INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', child);
        EXECUTE format('ALTER TABLE audit ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
                       child, month::timestamptz, month_end::timestamptz);
        made := made + 1;
      EXCEPTION WHEN check_violation THEN NULL;  -- the first entry of that month came just now
      END;
    END IF;
    month := month_end;
  END LOOP;
  RETURN made;
END $f$;

-- Drops the months of the audit that ended before the retention, and deletes what the default partition holds of them,
-- 10,000 entries at a time. Answers the partitions that it took from; none when another one is at it.
CREATE FUNCTION drop_audit_months(p_retention interval) RETURNS SETOF text
LANGUAGE plpgsql VOLATILE SET timezone = 'UTC' SET lock_timeout = '250ms' AS $f$
DECLARE
  first_kept timestamptz := date_trunc('month', (clock_timestamp() - p_retention)::timestamp)::timestamptz;
  past       text;
BEGIN
  IF NOT pg_try_advisory_xact_lock(1146244185) THEN
    RETURN;
  END IF;
  PERFORM set_config('drover.past_before', first_kept::text, true);
  DELETE FROM audit_rest WHERE ctid = ANY (ARRAY(
    SELECT r.ctid FROM audit_rest r WHERE r.at < first_kept ORDER BY r.at LIMIT 10000));
  IF FOUND THEN
    RETURN NEXT 'audit_rest';
  END IF;
  PERFORM set_config('drover.past_before', '', true);
  FOR past IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = 'audit'::regclass AND c.relname ~ '^audit_\d{4}_\d{2}$'
       AND to_date(right(c.relname, 7), 'YYYY_MM')::timestamptz < first_kept
     ORDER BY c.relname
  LOOP
    EXECUTE format('DROP TABLE %I', past);
    RETURN NEXT past;
  END LOOP;
END $f$;

-- What builds before this one call.
CREATE OR REPLACE FUNCTION keep_months(p_table text, p_ahead int, p_retention interval) RETURNS SETOF text
LANGUAGE plpgsql VOLATILE AS $f$
BEGIN
  IF p_table <> 'audit' THEN
    RAISE EXCEPTION '% has no months', p_table;
  END IF;
  PERFORM add_audit_months(p_ahead);
  RETURN QUERY SELECT drop_audit_months(p_retention);
END $f$;

-- As before, but it takes both tables first, and gives up soon.
CREATE OR REPLACE FUNCTION drop_decision_days(p_keep_days integer) RETURNS integer
LANGUAGE plpgsql VOLATILE SET timezone = 'UTC' SET lock_timeout = '250ms' AS $f$
DECLARE
  today date := clock_timestamp()::date;
  past  text[];
  child text;
BEGIN
  IF NOT pg_try_advisory_xact_lock(1146244184) THEN
    RETURN 0;
  END IF;
  DELETE FROM decision_epoch WHERE epoch < (today - p_keep_days - 1)::timestamptz;
  past := ARRAY(
    SELECT c.relname
      FROM pg_inherits i
      JOIN pg_class c ON c.oid = i.inhrelid
      JOIN pg_class p ON p.oid = i.inhparent
     WHERE i.inhparent IN ('decision'::regclass, 'verdict'::regclass) AND c.relname ~ '_[0-9]{8}$'
       AND to_date(right(c.relname, 8), 'YYYYMMDD') < today - p_keep_days - (p.relname = 'verdict')::integer
     ORDER BY c.relname);
  IF cardinality(past) > 0 THEN
    LOCK TABLE ONLY decision, ONLY verdict IN ACCESS EXCLUSIVE MODE;
  END IF;
  FOREACH child IN ARRAY past LOOP
    EXECUTE format('DROP TABLE %I', child);
  END LOOP;
  RETURN cardinality(past);
END $f$;

-- So that an installation's first entries have their month. Where somebody reads the audit just now, a broker does it.
DO $do$
BEGIN
  PERFORM add_audit_months(1);
EXCEPTION WHEN lock_not_available THEN NULL;
END $do$;
