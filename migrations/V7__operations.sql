-- What operators have done on hosts: commands, restarts of drained hosts, policies with their history, clones.
--
-- No table here refers to agent by a foreign key: a trigger empties them when an agent goes, and so no heartbeat and no
-- operator's change waits for a key lock.

-- What an agent is to do. It is told in the answer to every heartbeat until it acknowledges, or until the end.
CREATE TABLE command (
  command_id   text PRIMARY KEY,
  agent_id     text NOT NULL,
  action       text NOT NULL CHECK (action IN ('message', 'disconnect', 'logoff', 'restart_server')),
  session_id   bigint,
  title        text NOT NULL DEFAULT '',
  message      text NOT NULL DEFAULT '',
  requested_by text NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at   timestamptz NOT NULL,
  state        text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'failed', 'expired', 'cancelled')),
  delivered_at timestamptz,  -- first told to the agent
  finished_at  timestamptz,  -- left waiting
  error        text,         -- why it failed, as the agent says
  boot_id      text,         -- the boot that a restart is to end; null = unknown
  booted_at    timestamptz   -- when that boot was; null = unknown
);

CREATE INDEX command_waiting  ON command (agent_id) WHERE state = 'waiting';
CREATE INDEX command_of_agent ON command (agent_id, created_at DESC, command_id DESC);
CREATE INDEX command_finished ON command (finished_at) WHERE state <> 'waiting';

-- The restart that a draining host is in. The key is what settles which instance begins it.
CREATE TABLE restart (
  agent_id        text PRIMARY KEY,
  command_id      text NOT NULL,
  attempt         integer NOT NULL DEFAULT 1,
  began_at        timestamptz NOT NULL DEFAULT clock_timestamp(),
  acknowledged_at timestamptz,
  retry_at        timestamptz NOT NULL  -- when another command may follow
);

-- Whether a host has booted since. A boot id says so by itself; without one the uptime does, give or take how long
-- reports are on their way.
CREATE FUNCTION has_restarted(p_boot text, p_booted timestamptz, p_boot_now text, p_booted_now timestamptz)
RETURNS boolean LANGUAGE sql IMMUTABLE AS $f$
  SELECT CASE WHEN p_boot IS NOT NULL AND p_boot_now IS NOT NULL THEN p_boot <> p_boot_now
              ELSE coalesce(p_booted_now > p_booted + interval '15 seconds', false) END
$f$;

-- Since when the host is in its mode.
ALTER TABLE agent ADD COLUMN mode_since timestamptz NOT NULL DEFAULT clock_timestamp();
UPDATE agent SET mode_since = changed_at;
CREATE INDEX agent_to_restart ON agent (agent_id) WHERE restart_when_drained;

CREATE FUNCTION note_mode() RETURNS trigger LANGUAGE plpgsql AS $f$
BEGIN
  NEW.mode_since := clock_timestamp();
  RETURN NEW;
END $f$;
CREATE TRIGGER note_mode BEFORE UPDATE OF mode ON agent FOR EACH ROW
  WHEN (OLD.mode IS DISTINCT FROM NEW.mode) EXECUTE FUNCTION note_mode();

-- Two machines that report under one agent id, the last time that it was noticed.
CREATE TABLE agent_conflict (
  agent_id      text PRIMARY KEY,
  seen_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
  boot_id       text,
  other_boot_id text
);

CREATE FUNCTION forget_agent() RETURNS trigger LANGUAGE plpgsql AS $f$
BEGIN
  DELETE FROM command WHERE agent_id = OLD.agent_id;
  DELETE FROM restart WHERE agent_id = OLD.agent_id;
  DELETE FROM agent_conflict WHERE agent_id = OLD.agent_id;
  RETURN NULL;
END $f$;
CREATE TRIGGER forget_agent AFTER DELETE ON agent FOR EACH ROW EXECUTE FUNCTION forget_agent();

-- What agents are to apply: the policy of agents that have none of their own and none by a farm, and every policy that
-- was ever set. A null policy is one that was taken away.
CREATE TABLE agent_policy (
  revision   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_kind text NOT NULL CHECK (owner_kind IN ('agent', 'farm', 'global')),
  owner_id   text NOT NULL,  -- '' = global
  policy     jsonb,
  who        text NOT NULL,
  at         timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE INDEX agent_policy_of_owner ON agent_policy (owner_kind, owner_id, revision DESC);

INSERT INTO agent_policy (owner_kind, owner_id, policy, who)
SELECT 'farm', farm_id, policy, 'broker' FROM farm WHERE policy IS NOT NULL
UNION ALL
SELECT 'agent', agent_id, policy, 'broker' FROM agent WHERE policy IS NOT NULL;
