-- Hosts without an agent of Drover's, which are scraped by one instance at a time.

-- The instances that scrape. One that does not say in time that it lives has lost its hosts to the others.
CREATE TABLE collector (
  instance    text PRIMARY KEY,
  alive_until timestamptz NOT NULL
);

CREATE TABLE collected_host (
  name     text PRIMARY KEY,
  agent_id text NOT NULL UNIQUE,
  settings jsonb NOT NULL,  -- what of the file of hosts the agent was given last
  held_by  text             -- the instance that scrapes it; null = none
);

CREATE FUNCTION forget_collected_host() RETURNS trigger LANGUAGE plpgsql AS $f$
BEGIN
  DELETE FROM collected_host WHERE agent_id = OLD.agent_id;
  RETURN NULL;
END $f$;
CREATE TRIGGER forget_collected_host AFTER DELETE ON agent FOR EACH ROW EXECUTE FUNCTION forget_collected_host();
