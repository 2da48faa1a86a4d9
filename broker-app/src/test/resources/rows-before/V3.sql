-- The first month's entries are in the default partition, as of every installation.
INSERT INTO audit (at, who, action, object_kind, object_id, before, after)
VALUES ('2026-01-31 23:59:59.999999Z', 'console', 'drain', 'agent', 'host-2', '{"mode": "online"}', '{"mode": "drain"}'),
       (now(), 'broker', 'delete', 'farm', 'old', '{}', NULL);
SELECT keep_months('audit', 1, interval '3650 days');
INSERT INTO audit (at, who, action, object_kind, object_id) VALUES (now() + interval '1 month', 'console', 'create', 'farm', 'next');
UPDATE agent SET reported_hostname = 'RDS-01', reported_address = '10.0.0.1', reported_port = 3389 WHERE agent_id = 'host-1';
UPDATE resource SET connection_name_key = 'strasse' WHERE resource_id = 'calc';
