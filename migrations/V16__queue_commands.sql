-- Queueing commands keeps no operator's change waiting.
--
-- A change holds the control gate, for which every lease commit waits. So nothing that it waits for may be held for long by
-- others: they take locks on agents, farms and resources within one statement of their own, never over several. To the order
-- of V2__lease.sql this adds the lock on an agent's queue, in the space of two keys: whoever holds the gate never waits for it.

-- Whether so many commands more may wait for an agent: 'queue', or why not. Those who ask for the same agent come one after
-- the other until each commits, so the asker queues in the same statement. The agent stays until then; changing it waits
-- for nobody here.
CREATE FUNCTION may_queue_commands(p_agent_id text, p_count int, p_most int) RETURNS text
LANGUAGE plpgsql VOLATILE AS $f$
BEGIN
  PERFORM pg_advisory_xact_lock(1146244186, hashtext(p_agent_id));
  PERFORM 1 FROM agent a WHERE a.agent_id = p_agent_id FOR KEY SHARE;
  IF NOT FOUND THEN
    RETURN 'no_agent';
  END IF;
  IF EXISTS (SELECT 1 FROM collected_host h WHERE h.agent_id = p_agent_id) THEN
    RETURN 'scraped';
  END IF;
  IF p_count + (SELECT count(*) FROM command c
                 WHERE c.agent_id = p_agent_id AND c.state = 'waiting' AND c.expires_at > clock_timestamp()) > p_most THEN
    RETURN 'full';
  END IF;
  RETURN 'queue';
END $f$;
