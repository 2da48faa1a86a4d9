SELECT add_decision_days(current_date - 1, current_date + 1);
INSERT INTO decision_epoch (epoch, instance, revision, rules) VALUES (now(), 'i-1', 'abc', '{"drain": {"name": "A draining host"}}');
INSERT INTO verdict (epoch, agent_id, version, verdict)
VALUES (now(), 'host-1', 1, '{"score": 1e2}'), (now(), 'host-1', 2, NULL);
INSERT INTO decision (decision_id, at, instance, person, domain, outcome, code, agent_id, reason, farm_id, resource_id, revision, epoch,
                      fleet_version, decide_us, commit_us, total_us, record)
VALUES ('d-1', now(), 'i-1', 'ida', 'corp', 'placed', '', 'host-1', 'load-balance', 'office', 'desktop', 'abc', now(), 1, 90, 800, 1000, '{"b": 1, "a": "é"}'),
       ('d-2', now() - interval '1 day', 'i-1', 'bob', '', 'refused', 'no_host', '', '', '', '', 'abc', NULL, 0, 1, 0, 2, '{}');
