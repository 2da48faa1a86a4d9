INSERT INTO command (command_id, agent_id, action, session_id, title, message, requested_by, expires_at, state, delivered_at, finished_at,
                     error, boot_id, booted_at)
VALUES ('c-1', 'host-1', 'message', 3, 'Hello', 'Zeile 1
Zeile 2', 'console', now() + interval '1 hour', 'waiting', NULL, NULL, NULL, NULL, NULL),
       ('c-2', 'host-2', 'restart_server', NULL, '', '', 'broker', '2026-01-02Z', 'failed', '2026-01-02Z', '2026-01-02Z', 'no', 'b', '2026-01-01Z');
INSERT INTO restart (agent_id, command_id, attempt, acknowledged_at, retry_at) VALUES ('host-2', 'c-2', 2, NULL, now());
INSERT INTO agent_conflict (agent_id, boot_id, other_boot_id) VALUES ('host-1', 'b', NULL);
INSERT INTO agent_policy (owner_kind, owner_id, policy, who) VALUES ('global', '', '{"idle_minutes": 60}', 'console'), ('farm', 'lab', NULL, 'console');
