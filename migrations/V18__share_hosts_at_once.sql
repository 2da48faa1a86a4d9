-- Hosts that are scraped are shared out within one statement, so that a broker that stands still in the midst of it keeps nobody
-- waiting: neither the others that share them out, nor an operator who deletes one and holds the control gate.

-- Says that an instance lives for so many seconds, and takes for it those hosts that no living one has. Hosts that it has and
-- does not name are free again. Returns the hosts that it has now.
CREATE FUNCTION claim_hosts(p_instance text, p_names text[], p_seconds double precision) RETURNS SETOF collected_host
LANGUAGE plpgsql VOLATILE AS $f$
BEGIN
  PERFORM pg_advisory_xact_lock(110442657836908);
  DELETE FROM collector WHERE alive_until < clock_timestamp() - interval '1 day';
  INSERT INTO collector AS c (instance, alive_until)
  VALUES (p_instance, clock_timestamp() + make_interval(secs => p_seconds))
  ON CONFLICT (instance) DO UPDATE SET alive_until = EXCLUDED.alive_until;
  UPDATE collected_host SET held_by = NULL WHERE held_by = p_instance AND NOT name = ANY (p_names);
  UPDATE collected_host h SET held_by = p_instance
   WHERE h.name = ANY (p_names) AND h.held_by IS DISTINCT FROM p_instance
     AND NOT EXISTS (SELECT 1 FROM collector c WHERE c.instance = h.held_by AND c.alive_until > clock_timestamp());
  RETURN QUERY SELECT * FROM collected_host h WHERE h.held_by = p_instance AND h.name = ANY (p_names);
END $f$;

-- Says that an instance scrapes no more.
CREATE FUNCTION leave_hosts(p_instance text) RETURNS void
LANGUAGE plpgsql VOLATILE AS $f$
BEGIN
  PERFORM pg_advisory_xact_lock(110442657836908);
  UPDATE collected_host SET held_by = NULL WHERE held_by = p_instance;
  DELETE FROM collector WHERE instance = p_instance;
END $f$;
