INSERT INTO policy_revision (revision, sha256, files, added_by, served_by, withdrawn_at, withdrawn_by)
VALUES ('abc', 'abcdef', '{"drain.drl": "package x;\n"}', 'broker', 'broker', NULL, NULL),
       ('bad', 'badbad', '{}', 'author', 'author', now(), 'admin');
INSERT INTO policy_hold (folder_revision, instead, held_by) VALUES ('bad', 'abc', 'admin');
