INSERT INTO collector (instance, alive_until) VALUES ('i-1', now());
INSERT INTO collected_host (name, agent_id, settings, held_by) VALUES ('rds-03', 'endless', '{"zone": "ä"}', 'i-1'), ('rds-04', 'none', '{}', NULL);
