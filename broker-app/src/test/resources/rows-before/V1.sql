INSERT INTO farm (farm_id, name, description, agent_ids, required_tags, strategy, jitter, min_health_score, policy, control_version)
VALUES ('office', 'Büro', '', '{host-1,host-2}', '{"site": ["graz", "wien"]}', 'score', true, 70, '{"idle_minutes": 30}', 4),
       ('lab', 'Lab', 'two words', '{}', '{}', 'weighted', false, NULL, NULL, 1);
INSERT INTO resource (resource_id, name, kind, farm_id, guacamole_connection_id, guacamole_connection_name, guacamole_data_source,
                      remote_app, remote_app_args, manage_remote_app, remote_app_command_line_setting, groups, enabled)
VALUES ('desktop', 'Office Desktop', 'desktop', 'office', '101', 'Office Desktop', 'postgresql', '', '', false, 0, '{}', true),
       ('calc', 'Rechnen', 'remoteapp', 'office', '', 'Straße', '', '||calc', '/x "y"', true, 2, '{sales,"a b"}', false);
INSERT INTO agent (agent_id, machine_id, token_hash, hostname, address, port, mode, quarantined, tags, farm_ids, zone, weight, max_sessions,
                   restart_when_drained, reason, owner, until, policy, control_version, enrolled_at, changed_at)
VALUES ('host-1', 'm-1', '\x00ff', 'rds-01', '10.0.0.1', 3389, 'online', false, '{}', '{}', NULL, 100, NULL,
        false, NULL, NULL, NULL, NULL, 1, '2026-01-02 03:04:05.678901Z', '2026-02-03 04:05:06Z'),
       ('host-2', 'm-2', '\x01', 'rds-02', NULL, NULL, 'drain', true, '{"gpu": ["a"]}', '{office,lab}', 'ä', 10000, 0,
        true, 'disk', 'ops', 'infinity', '{"idle_minutes": 5}', 9, '2026-01-02Z', '2026-03-04Z'),
       ('endless', 'm-3', '\x02', 'rds-03', NULL, NULL, 'maintenance', false, '{}', '{}', NULL, 1, 3,
        false, NULL, NULL, NULL, NULL, 2, '2026-01-02Z', '2026-01-02Z');
INSERT INTO heartbeat (agent_id, boot_id, seq, received_at, health_score, cpu_percent, rdp_listener_ok, uptime_seconds, sessions, report)
VALUES ('host-1', 'b', 7, now(), 93, 0.1, true, 36525::bigint * 86400, '[{"id": 3, "user": "CORP\\ida"}]', '{"schema": 1}'),
       ('host-2', NULL, NULL, '2026-01-02Z', NULL, NULL, NULL, NULL, '[]', '{}'),
       ('endless', NULL, 9223372036854775807, now(), 0, 100, false, 9223372036854775807, '[]', '{}');
