-- What operators' changes need beside their tables: versions that never repeat, checks across rows, who changed what.
--
-- An operator's change is one statement. Its snapshot may be older than the gate it waits for; so whatever looks at
-- other rows than the one it writes is a VOLATILE function that takes the gate as an argument: it runs after the gate
-- is held, in a snapshot of its own.

-- Versions come from one sequence: a row deleted and made anew under the same id never repeats one.
CREATE SEQUENCE control_version;
ALTER TABLE farm     ALTER COLUMN control_version SET DEFAULT nextval('control_version');
ALTER TABLE resource ALTER COLUMN control_version SET DEFAULT nextval('control_version');
ALTER TABLE agent    ALTER COLUMN control_version SET DEFAULT nextval('control_version');

-- What the host says of itself, apart from what an operator set: only a change of it is suspicious.
ALTER TABLE agent
  ADD COLUMN reported_hostname text,
  ADD COLUMN reported_address  text,
  ADD COLUMN reported_port     integer CHECK (reported_port BETWEEN 1 AND 65535);

-- The connection's name as it is compared, folded by the broker so that the database's locale has no say.
ALTER TABLE resource ADD COLUMN connection_name_key text NOT NULL DEFAULT '';

-- Enabled resources that stand for the same connection as this one would.
CREATE FUNCTION resource_clashes(
  p_gate bigint, p_resource_id text, p_data_source text, p_connection_id text, p_connection_name_key text
) RETURNS TABLE (o_field text, o_resource_id text) LANGUAGE plpgsql VOLATILE AS $f$
BEGIN
  RETURN QUERY
  SELECT CASE WHEN r.guacamole_connection_id = p_connection_id AND p_connection_id <> ''
              THEN 'guacamole_connection_id' ELSE 'guacamole_connection_name' END,
         r.resource_id
    FROM resource r
   WHERE r.enabled AND r.resource_id <> p_resource_id
     AND (r.guacamole_data_source = p_data_source OR r.guacamole_data_source = '' OR p_data_source = '')
     AND (r.guacamole_connection_id = p_connection_id AND p_connection_id <> ''
          OR r.connection_name_key = p_connection_name_key AND p_connection_name_key <> '')
   ORDER BY r.resource_id;
END $f$;

-- Whether a farm of this id exists; no id at all is the default farm's business.
CREATE FUNCTION farm_exists(p_gate bigint, p_farm_id text) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $f$
BEGIN
  RETURN p_farm_id = '' OR EXISTS (SELECT 1 FROM farm f WHERE f.farm_id = p_farm_id);
END $f$;

-- Enabled resources that a farm serves.
CREATE FUNCTION farm_users(p_gate bigint, p_farm_id text) RETURNS text[] LANGUAGE plpgsql VOLATILE AS $f$
BEGIN
  RETURN ARRAY(SELECT r.resource_id FROM resource r WHERE r.enabled AND r.farm_id = p_farm_id ORDER BY r.resource_id);
END $f$;

-- Ends every lease on a host, and answers them.
CREATE FUNCTION end_leases(p_gate bigint, p_agent_id text) RETURNS SETOF lease LANGUAGE plpgsql VOLATILE AS $f$
BEGIN
  RETURN QUERY DELETE FROM lease l WHERE l.agent_id = p_agent_id RETURNING l.*;
END $f$;

-- Who changed what. Rows are only ever added; old months are dropped as a whole.
CREATE SEQUENCE audit_id;
CREATE TABLE audit (
  audit_id    bigint NOT NULL DEFAULT nextval('audit_id'),
  at          timestamptz NOT NULL DEFAULT clock_timestamp(),
  who         text NOT NULL,
  action      text NOT NULL,
  object_kind text NOT NULL,
  object_id   text NOT NULL,
  before      jsonb,
  after       jsonb,
  PRIMARY KEY (audit_id, at)
) PARTITION BY RANGE (at);
CREATE INDEX audit_object ON audit (object_kind, object_id, audit_id);
CREATE TABLE audit_rest PARTITION OF audit DEFAULT;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $f$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $f$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Makes the monthly partitions of a table for this month and the next ones, and drops those that ended before the
-- retention. The table has a partition by default, so a month without its own loses nothing. Answers what it dropped.
CREATE FUNCTION keep_months(p_table text, p_ahead int, p_retention interval) RETURNS SETOF text
LANGUAGE plpgsql VOLATILE AS $f$
DECLARE
  month timestamp := date_trunc('month', now() AT TIME ZONE 'UTC');
  past  text;
BEGIN
  FOR i IN 1 .. p_ahead + 1 LOOP
    BEGIN
      EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
        p_table || to_char(month, '_YYYY_MM'), p_table,
        month AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC');
    EXCEPTION WHEN check_violation THEN NULL;  -- rows of that month are in the default partition already
    END;
    month := month + interval '1 month';
  END LOOP;
  FOR past IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = p_table::regclass AND c.relname ~ ('^' || p_table || '_\d{4}_\d{2}$')
       AND (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') AT TIME ZONE 'UTC' < now() - p_retention
  LOOP
    EXECUTE format('DROP TABLE %I', past);
    RETURN NEXT past;
  END LOOP;
END $f$;
