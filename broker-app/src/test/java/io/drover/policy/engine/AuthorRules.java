package io.drover.policy.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Rules that an author might add, of every shape: over several hosts, over the request, over what is not there. */
final class AuthorRules {

    private static final String BODY = """
            rule "%1$s" @id("%1$s") @stage(%2$s) @doc("test")
            when
                %3$s
            then
                %4$s
            end
            """;

    private static final List<String> ALL = List.of(
            rule("burning-neighbour", "filter", """
                    $burning : Agent( $rack : tags["rack"] != null, cpu_percent >= 99 )
                    $agent : Agent( this != $burning, tags["rack"] == $rack )""", """
                    $agent.exclude( "hot", Bars.NEW_SESSION, "next to " + $burning.getId() );"""),
            rule("last-spare", "filter", """
                    $agent : Agent( sessions == 0 )
                    not Agent( this != $agent, sessions == 0, online == true )""", """
                    $agent.exclude( "last-spare", Bars.NEW_SESSION, "" );"""),
            rule("held-while-one-drains", "score", """
                    exists Agent( mode == "drain" )
                    $agent : Agent( mode == "online" )""", """
                    $agent.score( "held", -7 );"""),
            rule("load-of-all", "score", """
                    accumulate( Agent( $n : active_sessions ); $all : sum( $n ), $count : count() )
                    $agent : Agent( $own : active_sessions )""", """
                    $agent.score( "all", $own * 3.0 - $all );"""),
            rule("zone-crowded", "score", """
                    $agent : Agent( $zone : zone != "" )
                    accumulate( Agent( zone == $zone, $n : load ); $all : sum( $n ); $all > 4 )""", """
                    $agent.score( "crowded", -30 );"""),
            rule("gpu-for-cad", "score", """
                    Request( groups contains "cad" )
                    $agent : Agent( tags["gpu"] == "yes" )""", """
                    $agent.score( "gpu for cad", 55.5 );"""),
            rule("gpu-only-for-cad", "filter", """
                    not Request( groups contains "cad" )
                    $agent : Agent( tags["gpu"] == "yes" )""", """
                    $agent.exclude( "gpu-only-for-cad", Bars.ANY_SESSION, "" );"""),
            rule("own-leases", "score", """
                    accumulate( Lease( expired == false ); $n : count() )
                    $agent : Agent( zone == "east" )""", """
                    $agent.score( "leases", -2 * $n );"""),
            rule("near-own-session", "score", """
                    Request()
                    Session( $id : agent_id )
                    Agent( id == $id, $zone : zone != "" )
                    $agent : Agent( zone == $zone )""", """
                    $agent.score( "near", 11 );"""),
            rule("drain-for-cad", "filter", """
                    $request : Request( groups contains "cad" )
                    $agent : Agent( mode == "drain" )""", """
                    $request.waive( $agent, "agent-draining" );"""),
            rule("prefer-empty", "select", """
                    $request : Request( user == "bob" )
                    $agent : Agent( sessions == 0 )""", """
                    $request.propose( $agent );"""),
            rule("red-hates-east", "filter", """
                    $farm : Farm( id == "red" )
                    $agent : Agent( zone == "east" )""", """
                    $agent.exclude( $farm, "east", Bars.ANY_SESSION, "" );"""),
            rule("word-near-gpu", "score", """
                    $resource : Resource( id == "word", enabled == true )
                    exists Agent( tags["gpu"] == "yes" )
                    $agent : Agent( ready_for( $resource ) == true )
                    Request( resource_id == "word" )""", """
                    $agent.score( "word", 0.1 );"""),
            rule("no-farm-without-east", "resolve", """
                    $request : Request( farm.id == "blue" )
                    not Agent( zone == "east" )""", """
                    $request.refuse( "no_east", "nobody is in the east" );"""),
            rule("noted", "select", """
                    $request : Request()
                    exists Lease( expired == true )
                    forall( Agent( online == true ) Agent( this.online == true, quarantined == false ) )""", """
                    $request.note( "all well" );"""),
            rule("jitter-for-alice", "select", """
                    $request : Request( user == "alice", short_name == true )""", """
                    $request.jitter();"""),
            rule("either", "score", """
                    $agent : Agent( mode == "online" )
                    ( Agent( this != $agent, zone == "west" ) or Farm( id == "green" ) )""", """
                    $agent.score( "either", 4 );"""));

    private AuthorRules() {}

    /** Some of the rules; the same for the same number. */
    static String some(int number) {
        Random random = new Random(number);
        List<String> chosen = new ArrayList<>(ALL);
        java.util.Collections.shuffle(chosen, random);
        return String.join("", chosen.subList(0, 2 + number % 5));
    }

    static String all() {
        return String.join("", ALL);
    }

    private static String rule(String id, String stage, String conditions, String effects) {
        return BODY.formatted(id, stage, conditions.indent(4).strip(), effects.strip());
    }
}
