-- The rules that served, so that an instance whose folder is broken or empty still has some, and so that operators can go
-- back to earlier ones.

CREATE TABLE policy_revision (
  revision     text PRIMARY KEY,     -- the first twelve digits of sha256
  sha256       text NOT NULL,        -- of the names and texts
  files        json NOT NULL,        -- text by path within the rules folder
  added_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  added_by     text NOT NULL,
  served_at    timestamptz NOT NULL DEFAULT clock_timestamp(),  -- when an instance last put it into service
  served_by    text NOT NULL,        -- who made it do so
  withdrawn_at timestamptz,          -- rolled back from, and not asked for since
  withdrawn_by text
);
CREATE INDEX policy_revision_served ON policy_revision (served_at DESC, revision DESC);

-- Rollbacks that hold: wherever the folder has this revision, another one decides.
CREATE TABLE policy_hold (
  folder_revision text PRIMARY KEY,
  instead         text NOT NULL REFERENCES policy_revision ON DELETE CASCADE,
  held_at         timestamptz NOT NULL DEFAULT clock_timestamp(),
  held_by         text NOT NULL
);
