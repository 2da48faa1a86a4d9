package io.drover.policy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A rules folder for tests, with rules that place anybody on the host with the most points for its name. */
record RuleFolder(Path path) {

    private static final String HEAD = "package drover\nimport io.drover.policy.fact.*\n";
    private static final String BASE = HEAD + """
            rule "Whole fleet" @id("whole-fleet") @stage(filter) @doc("test")
            when
                $farm : Farm( whole_fleet == true )
                $agent : Agent()
            then
                $agent.join( $farm );
            end
            rule "No farm asked for" @id("no-farm") @stage(resolve) @doc("test")
            when
                $call : Call()
            then
                $call.whole_fleet( 4 );
            end
            """;

    static RuleFolder in(Path parent) {
        RuleFolder folder = new RuleFolder(parent.resolve("rules"));
        folder.write("base.drl", BASE);
        folder.prefer("a");
        return folder;
    }

    /** From now on this host is to win. */
    void prefer(String agentId) {
        write("prefer.drl", preferring(agentId));
    }

    static String preferring(String agentId) {
        return HEAD + """
                rule "Preferred" @id("preferred") @stage(score) @doc("test")
                when
                    $agent : Agent( id == "%s" )
                then
                    $agent.score( "preferred", 100 );
                end
                """.formatted(agentId);
    }

    /** A rule that compiles and fails on any host. */
    void addFailing() {
        write("failing.drl", HEAD + """
                rule "Fails" @id("fails") @stage(score) @doc("test")
                when
                    $agent : Agent()
                then
                    $agent.score( "x", 1.0 / 0 );
                end
                """);
    }

    void write(String name, String text) {
        try {
            Files.createDirectories(path);
            Files.writeString(path.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As editors do: writes beside and moves over. */
    void replace(String name, String text) {
        write(name + "~", text);
        move(path.resolve(name + "~"), path.resolve(name));
    }

    void delete(String name) {
        try {
            Files.delete(path.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void move(Path from, Path to) {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
