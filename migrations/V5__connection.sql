-- What gateways say became of their connections. It says nothing about who may go where: leases do. A report that a
-- crash of the database loses is made good by the next renewal, or by its absence; so no report waits for the disk.

CREATE TABLE connection (
  decision_id text PRIMARY KEY,      -- the placement that it came from
  node_id     text NOT NULL,         -- the gateway's node, '' = it did not say
  person      text NOT NULL,         -- folded user part
  domain      text NOT NULL,         -- folded, as the user asked; '' = a short name
  agent_id    text NOT NULL,
  lease_rev   bigint NOT NULL,       -- of the lease that the placement wrote or held on to, 0 = not known
  state       text NOT NULL CHECK (state IN ('open', 'lost', 'closed', 'failed')),  -- lost = not renewed in time
  status      integer,               -- why it failed, in Guacamole's numbers; null = not failed, or not said
  version     bigint NOT NULL,       -- grows with every change of state
  changed_at  timestamptz NOT NULL,  -- since when it is in this state
  renewed_at  timestamptz NOT NULL   -- when the gateway last spoke of it
) WITH (fillfactor = 50);            -- no index on what a renewal writes, so that it stays in the page

-- Takes reports of one kind, each about a connection of its own. A report never leads back: a connection that closed
-- does not open again, one that failed stays failed. Answers every connection as it is now, and whether that is new.
CREATE FUNCTION report_connections(
  p_state text, p_status integer, p_node_id text,
  p_decision_id text[], p_person text[], p_domain text[], p_agent_id text[], p_lease_rev bigint[]
) RETURNS TABLE (
  o_decision_id text, o_node_id text, o_person text, o_domain text, o_agent_id text, o_lease_rev bigint,
  o_state text, o_status integer, o_version bigint, o_changed_at timestamptz, o_changed boolean
) LANGUAGE plpgsql VOLATILE AS $f$
#variable_conflict use_column
DECLARE
  t timestamptz := clock_timestamp();
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  RETURN QUERY
  WITH told AS (
    INSERT INTO connection AS c (decision_id, node_id, person, domain, agent_id, lease_rev, state, status, version,
                                 changed_at, renewed_at)
    SELECT r.decision_id, p_node_id, r.person, r.domain, r.agent_id, r.lease_rev, p_state, p_status, 1, t, t
      FROM unnest(p_decision_id, p_person, p_domain, p_agent_id, p_lease_rev)
           AS r(decision_id, person, domain, agent_id, lease_rev)
     ORDER BY r.decision_id
    ON CONFLICT (decision_id) DO UPDATE SET
      node_id    = COALESCE(NULLIF(EXCLUDED.node_id, ''), c.node_id),
      state      = EXCLUDED.state,
      status     = EXCLUDED.status,
      version    = c.version + (c.state <> EXCLUDED.state)::int,
      changed_at = CASE WHEN c.state = EXCLUDED.state THEN c.changed_at ELSE t END,
      renewed_at = t
    WHERE EXCLUDED.state = 'open'   AND c.state IN ('open', 'lost')
       OR EXCLUDED.state = 'closed' AND c.state IN ('open', 'lost')
       OR EXCLUDED.state = 'failed' AND c.state <> 'failed'
    RETURNING c.*
  )
  SELECT n.decision_id, n.node_id, n.person, n.domain, n.agent_id, n.lease_rev, n.state, n.status, n.version,
         n.changed_at, n.changed_at = t
    FROM told n
  UNION ALL
  SELECT c.decision_id, c.node_id, c.person, c.domain, c.agent_id, c.lease_rev, c.state, c.status, c.version,
         c.changed_at, false
    FROM connection c
   WHERE c.decision_id = ANY (p_decision_id) AND NOT EXISTS (SELECT 1 FROM told n WHERE n.decision_id = c.decision_id);
END $f$;

-- Takes word that a gateway still has these open. Answers those that are known as they are now, and whether that is new:
-- one that was lost is open again.
CREATE FUNCTION renew_connections(p_node_id text, p_decision_id text[]) RETURNS TABLE (
  o_decision_id text, o_node_id text, o_person text, o_domain text, o_agent_id text, o_lease_rev bigint,
  o_state text, o_status integer, o_version bigint, o_changed_at timestamptz, o_changed boolean
) LANGUAGE plpgsql VOLATILE AS $f$
#variable_conflict use_column
DECLARE
  t timestamptz := clock_timestamp();
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  RETURN QUERY
  WITH known AS MATERIALIZED (
    SELECT * FROM connection c WHERE c.decision_id = ANY (p_decision_id) ORDER BY c.decision_id FOR UPDATE
  ), renewed AS (
    UPDATE connection c SET
      node_id    = p_node_id,
      state      = 'open',
      version    = c.version + (c.state = 'lost')::int,
      changed_at = CASE WHEN c.state = 'lost' THEN t ELSE c.changed_at END,
      renewed_at = t
      FROM known k
     WHERE c.decision_id = k.decision_id AND k.state IN ('open', 'lost')
    RETURNING c.*
  )
  SELECT n.decision_id, n.node_id, n.person, n.domain, n.agent_id, n.lease_rev, n.state, n.status, n.version,
         n.changed_at, n.changed_at = t
    FROM renewed n
  UNION ALL
  SELECT k.decision_id, k.node_id, k.person, k.domain, k.agent_id, k.lease_rev, k.state, k.status, k.version,
         k.changed_at, false
    FROM known k WHERE k.state NOT IN ('open', 'lost');
END $f$;

-- Marks as lost what was not renewed for so long. Waits for nobody: what somebody reports at this moment is not lost.
CREATE FUNCTION lose_connections(p_silence_ms bigint) RETURNS TABLE (
  o_decision_id text, o_node_id text, o_person text, o_domain text, o_agent_id text, o_lease_rev bigint,
  o_state text, o_status integer, o_version bigint, o_changed_at timestamptz, o_changed boolean
) LANGUAGE plpgsql VOLATILE AS $f$
#variable_conflict use_column
DECLARE
  t timestamptz := clock_timestamp();
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  RETURN QUERY
  WITH silent AS MATERIALIZED (
    SELECT c.decision_id FROM connection c
     WHERE c.state = 'open' AND c.renewed_at < t - p_silence_ms * interval '1 millisecond'
       FOR UPDATE SKIP LOCKED
  )
  UPDATE connection c SET state = 'lost', version = c.version + 1, changed_at = t
    FROM silent s WHERE c.decision_id = s.decision_id
  RETURNING c.decision_id, c.node_id, c.person, c.domain, c.agent_id, c.lease_rev, c.state, c.status, c.version,
            c.changed_at, true;
END $f$;

-- Forgets what ended so long ago. Answers how many.
CREATE FUNCTION forget_connections(p_keep_ms bigint) RETURNS integer LANGUAGE plpgsql VOLATILE AS $f$
DECLARE
  forgotten integer;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  WITH old AS MATERIALIZED (
    SELECT c.decision_id FROM connection c
     WHERE c.state <> 'open' AND c.changed_at < clock_timestamp() - p_keep_ms * interval '1 millisecond'
       FOR UPDATE SKIP LOCKED
  )
  DELETE FROM connection c USING old o WHERE c.decision_id = o.decision_id;
  GET DIAGNOSTICS forgotten = ROW_COUNT;
  RETURN forgotten;
END $f$;
