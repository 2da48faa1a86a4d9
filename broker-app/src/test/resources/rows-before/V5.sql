INSERT INTO connection (decision_id, node_id, person, domain, agent_id, lease_rev, state, status, version, changed_at, renewed_at)
VALUES ('d-1', 'guacamole-1', 'ida', 'corp', 'host-1', 1, 'open', NULL, 1, now(), now()),
       ('d-0', '', 'bob', '', 'gone', 0, 'failed', 519, 2, '2026-01-02Z', '2026-01-02Z');
