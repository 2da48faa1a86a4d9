INSERT INTO lease (person, domain, farm, resource, agent_id, rev, generation, granted_at, expires_at)
VALUES ('ida', 'corp', 'office', '', 'host-1', nextval('lease_rev'), 1, now(), now() + interval '1 hour'),
       ('ida', '', 'office', '', 'host-1', nextval('lease_rev'), 3, 'epoch', now() - interval '1 hour'),
       ('ıgor@hq', '', '', 'calc', 'gone', nextval('lease_rev'), 1, 'epoch', 'infinity');
