-- Farms, published resources, agents and what agents last reported.
-- control_version grows with every change that an operator makes; a lease commit checks the versions it relied on.

CREATE TABLE farm (
  farm_id          text PRIMARY KEY,
  name             text NOT NULL,
  description      text NOT NULL DEFAULT '',
  enabled          boolean NOT NULL DEFAULT true,
  agent_ids        text[] NOT NULL DEFAULT '{}',
  required_tags    jsonb NOT NULL DEFAULT '{}',
  strategy         text NOT NULL DEFAULT 'score',
  jitter           boolean NOT NULL DEFAULT false,
  min_health_score integer CHECK (min_health_score BETWEEN 0 AND 100),
  policy           jsonb,
  control_version  bigint NOT NULL DEFAULT 1,
  created_at       timestamptz NOT NULL DEFAULT now(),
  changed_at       timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE resource (
  resource_id                      text PRIMARY KEY,
  name                             text NOT NULL,
  kind                             text NOT NULL CHECK (kind IN ('desktop', 'remoteapp')),
  farm_id                          text NOT NULL DEFAULT '',
  guacamole_connection_id          text NOT NULL DEFAULT '',
  guacamole_connection_name        text NOT NULL DEFAULT '',
  guacamole_data_source            text NOT NULL DEFAULT '',
  remote_app                       text NOT NULL DEFAULT '',
  remote_app_dir                   text NOT NULL DEFAULT '',
  remote_app_args                  text NOT NULL DEFAULT '',
  manage_remote_app                boolean NOT NULL DEFAULT false,
  remote_app_path                  text NOT NULL DEFAULT '',
  remote_app_command_line_setting  integer NOT NULL DEFAULT 0 CHECK (remote_app_command_line_setting BETWEEN 0 AND 2),
  remote_app_required_command_line text NOT NULL DEFAULT '',
  groups                           text[] NOT NULL DEFAULT '{}',
  enabled                          boolean NOT NULL DEFAULT true,
  control_version                  bigint NOT NULL DEFAULT 1,
  created_at                       timestamptz NOT NULL DEFAULT now(),
  changed_at                       timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE agent (
  agent_id              text PRIMARY KEY,
  machine_id            text NOT NULL UNIQUE,
  token_hash            bytea NOT NULL,
  hostname              text NOT NULL,
  address               text,
  port                  integer CHECK (port BETWEEN 1 AND 65535),
  mode                  text NOT NULL DEFAULT 'online' CHECK (mode IN ('online', 'drain', 'maintenance')),
  quarantined           boolean NOT NULL DEFAULT false,
  tags                  jsonb NOT NULL DEFAULT '{}',
  farm_ids              text[] NOT NULL DEFAULT '{}',
  zone                  text,
  weight                integer NOT NULL DEFAULT 100 CHECK (weight BETWEEN 1 AND 10000),
  max_sessions          integer CHECK (max_sessions >= 0),
  max_concurrent_logons integer CHECK (max_concurrent_logons >= 0),
  restart_when_drained  boolean NOT NULL DEFAULT false,
  online_after_restart  boolean NOT NULL DEFAULT false,
  reason                text,
  owner                 text,
  until                 timestamptz,
  policy                jsonb,
  control_version       bigint NOT NULL DEFAULT 1,
  enrolled_at           timestamptz NOT NULL DEFAULT now(),
  changed_at            timestamptz NOT NULL DEFAULT now()
);

-- The last report of each agent. Written often and in batches, so it stands apart from what operators own.
CREATE TABLE heartbeat (
  agent_id            text PRIMARY KEY REFERENCES agent ON DELETE CASCADE,
  boot_id             text,
  seq                 bigint,
  received_at         timestamptz NOT NULL,
  health_score        integer,
  cpu_percent         double precision,
  memory_used_percent double precision,
  rdp_listener_ok     boolean,
  max_sessions        integer,
  uptime_seconds      bigint,
  sessions            jsonb NOT NULL DEFAULT '[]',
  remote_apps         jsonb NOT NULL DEFAULT '[]',
  report              jsonb NOT NULL DEFAULT '{}'
) WITH (fillfactor = 50);
