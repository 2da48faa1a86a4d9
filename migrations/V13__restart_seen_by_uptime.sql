-- When a restart was seen, by what hosts without a boot id say of their uptime.

-- An exporter works the moment of the boot out anew whenever it is started itself, up to a minute off. A host that did
-- restart says a moment that is later by all the time that it was up before.
CREATE OR REPLACE FUNCTION has_restarted(p_boot text, p_booted timestamptz, p_boot_now text, p_booted_now timestamptz)
RETURNS boolean LANGUAGE sql IMMUTABLE AS $f$
  SELECT CASE WHEN p_boot IS NOT NULL AND p_boot_now IS NOT NULL THEN p_boot <> p_boot_now
              ELSE coalesce(p_booted_now > p_booted + interval '60 seconds', false) END
$f$;

-- The restart before its command, as everybody else locks them.
CREATE OR REPLACE FUNCTION forget_agent() RETURNS trigger LANGUAGE plpgsql AS $f$
BEGIN
  DELETE FROM restart WHERE agent_id = OLD.agent_id;
  DELETE FROM command WHERE agent_id = OLD.agent_id;
  DELETE FROM agent_conflict WHERE agent_id = OLD.agent_id;
  RETURN NULL;
END $f$;

-- An uptime of more than a century is none, and so long a time cannot be taken from a moment.
UPDATE heartbeat SET uptime_seconds = NULL WHERE uptime_seconds > 36525::bigint * 86400;
