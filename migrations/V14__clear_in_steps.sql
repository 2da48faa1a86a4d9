-- What is past goes in small steps, each a transaction of its own, the oldest first: no row is held for long, and no
-- transaction is large.

-- The connections of an hour are many, those that are looked for among them are few. A renewal changes nothing that is in
-- these, so it still stays in the page.
CREATE INDEX connection_open  ON connection (decision_id) WHERE state = 'open';
CREATE INDEX connection_ended ON connection (changed_at, decision_id) WHERE state <> 'open';

-- Forgets up to p_limit connections of those that ended so long ago, the oldest first, and answers how many. It skips
-- what others hold, so it delays nobody. Each step is to begin where the index begins, whatever the table's statistics
-- were when it was planned.
CREATE FUNCTION forget_connections(p_keep_ms bigint, p_limit integer) RETURNS integer
LANGUAGE plpgsql VOLATILE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off AS $f$
DECLARE
  first_kept timestamptz := clock_timestamp() - p_keep_ms * interval '1 millisecond';
  forgotten  integer;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  DELETE FROM connection d WHERE d.ctid = ANY (ARRAY(
    SELECT c.ctid FROM connection c
     WHERE c.state <> 'open' AND c.changed_at < first_kept
     ORDER BY c.changed_at, c.decision_id LIMIT p_limit FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS forgotten = ROW_COUNT;
  RETURN forgotten;
END $f$;

-- As before, but it looks at nothing that ended.
CREATE OR REPLACE FUNCTION lose_connections(p_silence_ms bigint) RETURNS TABLE (
  o_decision_id text, o_node_id text, o_person text, o_domain text, o_agent_id text, o_lease_rev bigint,
  o_state text, o_status integer, o_version bigint, o_changed_at timestamptz, o_changed boolean
) LANGUAGE plpgsql VOLATILE SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $f$
#variable_conflict use_column
DECLARE
  t timestamptz := clock_timestamp();
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  RETURN QUERY
  UPDATE connection c SET state = 'lost', version = c.version + 1, changed_at = t
   WHERE c.ctid = ANY (ARRAY(
    SELECT o.ctid FROM connection o
     WHERE o.state = 'open' AND o.renewed_at < t - p_silence_ms * interval '1 millisecond'
       FOR UPDATE SKIP LOCKED))
  RETURNING c.decision_id, c.node_id, c.person, c.domain, c.agent_id, c.lease_rev, c.state, c.status, c.version,
            c.changed_at, true;
END $f$;

-- As before, but of epochs, too, it deletes 10,000 at a time.
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
  DELETE FROM decision_epoch WHERE epoch = ANY (ARRAY(
    SELECT e.epoch FROM decision_epoch e WHERE e.epoch < (today - p_keep_days - 1)::timestamptz
     ORDER BY e.epoch LIMIT 10000));
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
