-- A qualified name leaves the short name's leases for other resources alone, on its host too. The function is as it was but
-- for its claims.

-- Commits a batch of decisions. Answers one or more rows for each row asked (o_row counts from 1):
--   granted    written; the lease as it is now
--   confirmed  nothing to write, everything holds
--   control    one row for each check that failed, o_check_version is what it is now (0 = gone)
--   lease      one row for each lease that the person holds now; one row without a lease when there is none
CREATE OR REPLACE FUNCTION grant_leases(
  p_locks bigint[],          -- the lock of each person, ascending
  p_person text[], p_domain text[], p_farm text[], p_resource text[], p_agent_id text[],  -- a person once at most
  p_known_revs text[],       -- revs of this person's leases that the decision knew, each an array literal
  p_claims boolean[],        -- it takes the place of the short name's for its resource: those of its farm, or on the same host
  p_kind text[],             -- GRANT: a placement; REFRESH: a session stands behind it; CONFIRM: write nothing
  p_ttl_ms bigint[],
  p_check_row int[], p_check_subject text[], p_check_id text[], p_check_version bigint[]  -- what each row relied on
) RETURNS TABLE (
  o_row int, o_outcome text, o_check_subject text, o_check_id text, o_check_version bigint,
  o_person text, o_domain text, o_farm text, o_resource text, o_agent_id text,
  o_rev bigint, o_generation bigint, o_granted_at timestamptz, o_expires_at timestamptz
)
-- One plan for good, made when the table may still be empty: so no plan may read a whole table, now or when it has grown.
-- OFFSET 0 keeps a look-up a look-up for each row.
LANGUAGE plpgsql VOLATILE SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $f$
#variable_conflict use_column
DECLARE
  t timestamptz := lock_persons(p_locks);
BEGIN
  RETURN QUERY
  WITH req AS MATERIALIZED (
    SELECT r.ord::int AS ord, r.person, r.domain, r.farm, r.resource, r.agent_id, r.known_revs::bigint[] AS known, r.claims, r.kind, r.ttl_ms
      FROM unnest(p_person, p_domain, p_farm, p_resource, p_agent_id, p_known_revs, p_claims, p_kind, p_ttl_ms)
           WITH ORDINALITY AS r(person, domain, farm, resource, agent_id, known_revs, claims, kind, ttl_ms, ord)
  ), chk AS MATERIALIZED (
    SELECT c.ord, c.subject, c.id, v.version, v.version IS NOT DISTINCT FROM c.version AS ok
      FROM unnest(p_check_row, p_check_subject, p_check_id, p_check_version) AS c(ord, subject, id, version)
     CROSS JOIN LATERAL (SELECT CASE c.subject
             WHEN 'AGENT'    THEN (SELECT a.control_version FROM agent a    WHERE a.agent_id = c.id)
             WHEN 'FARM'     THEN (SELECT f.control_version FROM farm f     WHERE f.farm_id = c.id)
             WHEN 'RESOURCE' THEN (SELECT s.control_version FROM resource s WHERE s.resource_id = c.id)
           END AS version OFFSET 0) AS v
  ), judged AS MATERIALIZED (
    SELECT r.*, CASE
             WHEN EXISTS (SELECT 1 FROM chk c WHERE c.ord = r.ord AND NOT c.ok)
               OR NOT EXISTS (SELECT 1 FROM chk c WHERE c.ord = r.ord AND c.subject = 'AGENT' AND c.id = r.agent_id)
             THEN 'control'
             WHEN (SELECT count(*) FILTER (WHERE x.rev = ANY (r.known)) < cardinality(r.known)
                       OR count(*) FILTER (WHERE x.rev <> ALL (r.known) AND x.expires_at > t) > 0
                     FROM lease x WHERE x.person = r.person)
               OR r.kind = 'CONFIRM' AND r.agent_id IS DISTINCT FROM (SELECT x.agent_id FROM lease x
                           WHERE x.person = r.person AND x.domain = r.domain AND x.farm = r.farm
                             AND x.resource = r.resource AND x.expires_at > t)
             THEN 'lease'
             WHEN r.kind = 'CONFIRM' THEN 'confirmed'
             ELSE 'granted' END AS outcome
      FROM req r
  ), claimed AS (
    DELETE FROM lease d WHERE d.ctid = ANY (ARRAY(
      SELECT x.row FROM judged j
       CROSS JOIN LATERAL (SELECT l.ctid AS row FROM lease l
                            WHERE l.person = j.person AND l.domain = ''
                              AND l.resource = j.resource AND (l.agent_id = j.agent_id OR l.farm = j.farm)
                           OFFSET 0) AS x
       WHERE j.outcome = 'granted' AND j.claims AND j.domain <> ''))
  ), written AS (
    INSERT INTO lease AS l (person, domain, farm, resource, agent_id, rev, generation, granted_at, expires_at)
    SELECT j.person, j.domain, j.farm, j.resource, j.agent_id, nextval('lease_rev'), 1,
           CASE j.kind WHEN 'GRANT' THEN t ELSE 'epoch' END, t + j.ttl_ms * interval '1 millisecond'
      FROM judged j WHERE j.outcome = 'granted' ORDER BY j.ord
    ON CONFLICT (person, domain, farm, resource) DO UPDATE SET
      agent_id = EXCLUDED.agent_id,
      rev = EXCLUDED.rev,
      generation = l.generation + (l.agent_id <> EXCLUDED.agent_id OR l.expires_at <= t)::int,
      granted_at = CASE WHEN EXCLUDED.granted_at = 'epoch' AND l.agent_id = EXCLUDED.agent_id AND l.expires_at > t
                        THEN l.granted_at ELSE EXCLUDED.granted_at END,
      expires_at = EXCLUDED.expires_at
    RETURNING l.*
  ), answer AS (
    SELECT j.ord, w.* FROM judged j JOIN written w ON w.person = j.person
    UNION ALL
    SELECT j.ord, x.* FROM judged j
     CROSS JOIN LATERAL (SELECT * FROM lease l WHERE l.person = j.person AND l.expires_at > t OFFSET 0) AS x
     WHERE j.outcome = 'lease'
  )
  SELECT j.ord, j.outcome, c.subject, c.id, COALESCE(c.version, 0),
         a.person, a.domain, a.farm, a.resource, a.agent_id, a.rev, a.generation, a.granted_at, a.expires_at
    FROM judged j
    LEFT JOIN chk c ON j.outcome = 'control' AND c.ord = j.ord AND NOT c.ok
    LEFT JOIN answer a ON a.ord = j.ord;
END $f$;
