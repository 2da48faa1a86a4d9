-- The farms of a list that would have no host for new sessions. Each farm comes with the hosts that serve it beside the
-- one that is to go, as the asking instance sees them, and once with none. Only those count that operators let take
-- sessions still: another instance may have drained one a moment ago. To be called with the gate held, as all that
-- looks at other rows.
CREATE FUNCTION farms_left_alone(p_gate bigint, p_farms text[], p_others text[]) RETURNS text[]
LANGUAGE plpgsql VOLATILE AS $f$
BEGIN
  RETURN ARRAY(
    SELECT n.farm
      FROM unnest(p_farms, p_others) AS n(farm, other)
      LEFT JOIN agent a ON a.agent_id = n.other AND a.mode = 'online' AND NOT a.quarantined
     GROUP BY n.farm
    HAVING count(a.agent_id) = 0
     ORDER BY n.farm);
END $f$;
