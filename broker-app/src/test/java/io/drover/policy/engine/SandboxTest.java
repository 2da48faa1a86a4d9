package io.drover.policy.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.drover.policy.BrokenRulesException;
import io.drover.policy.PolicyFailedException;
import io.drover.policy.RuleLoader;
import io.drover.policy.RuleProblem;
import io.drover.policy.RuleSource;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules are code. None of these gets anywhere: the loader refuses it, and what passed the checks does not link. */
class SandboxTest {

    private static final String DONE = "drover.sandbox.broken";

    @TempDir
    Path folder;

    @ParameterizedTest(name = "{0}")
    @MethodSource({"fromThen", "fromWhen", "fromElsewhere"})
    void theLoaderRefusesItWithItsPlace(String name, String rule) {
        RuleSource source = source(rule);
        BrokenRulesException refused = Objects.requireNonNull(
                catchThrowableOfType(
                        BrokenRulesException.class,
                        () -> new RuleLoader(false).load(source).close()),
                "loaded");
        assertThat(refused.problems()).isNotEmpty();
        RuleProblem first = refused.problems().get(0);
        assertThat(first.file()).isEqualTo("zz-test.drl");
        assertThat(first.line()).isBetween(1, 20);
        assertThat(first.column()).isPositive();
        assertNothingHappened();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("fromThen")
    void withoutTheChecksTheCompilerDoesNotLinkIt(String name, String rule) {
        RuleSource source = source(rule);
        try (CompiledRules compiled = new RuleCompiler(false).compile(source);
                LivingEngine engine = Rules.engine(compiled)) {
            engine.put(Host.named("a").view());
            for (int i = 0; i < 30; i++) {
                engine.decide(Ask.by("u").question());
            }
        } catch (BrokenRulesException | PolicyFailedException refused) {
            assertThat(refused).isNotNull();
        }
        assertNothingHappened();
    }

    private RuleSource source(String rule) {
        String target = folder.resolve("written").toString();
        String text = "package drover\nimport io.drover.policy.fact.*\n"
                + rule.replace("TARGET", target).replace("DONE", DONE);
        TreeMap<String, String> files = new TreeMap<>(Rules.leanAnd("").files());
        files.put("zz-test.drl", text);
        return new RuleSource(files);
    }

    private void assertNothingHappened() {
        assertThat(folder.resolve("written")).doesNotExist();
        assertThat(System.getProperty(DONE)).isNull();
    }

    static Stream<Arguments> fromThen() {
        Map<String, String> attacks = new TreeMap<>();
        attacks.put("a process", "Runtime.getRuntime().exec( \"touch TARGET\" );");
        attacks.put("a process by its builder", "new ProcessBuilder( \"touch\", \"TARGET\" ).start();");
        attacks.put("a process by its full name", "java.lang.Runtime.getRuntime().exec( \"touch TARGET\" );");
        attacks.put("a file", "new java.io.FileOutputStream( \"TARGET\" ).close();");
        attacks.put("a file by nio", "java.nio.file.Files.createFile( java.nio.file.Path.of( \"TARGET\" ) );");
        attacks.put("the end of the process", "if ( false ) {} System.exit( 3 );");
        attacks.put("halting", "Runtime.getRuntime().halt( 3 );");
        attacks.put("a property", "System.setProperty( \"DONE\", \"x\" );");
        attacks.put("the environment", "$request.note( System.getenv().toString() );");
        attacks.put("a thread", "new Thread( () -> System.setProperty( \"DONE\", \"x\" ) ).start();");
        attacks.put("a socket", "new java.net.Socket( \"localhost\", 9 ).close();");
        attacks.put("a url", "new java.net.URL( \"file:/etc/passwd\" ).openStream().close();");
        attacks.put(
                "reflection by name",
                "Class.forName( \"java.lang.System\" ).getMethod( \"setProperty\", String.class, String.class )"
                        + ".invoke( null, \"DONE\", \"x\" );");
        attacks.put(
                "reflection by an object",
                "$agent.getClass().getClassLoader().loadClass( \"java.lang.System\" )"
                        + ".getMethod( \"setProperty\", String.class, String.class ).invoke( null, \"DONE\", \"x\" );");
        attacks.put("the context loader", "Thread.currentThread().getContextClassLoader();");
        attacks.put("a method handle", "java.lang.invoke.MethodHandles.lookup().findStatic( null, null, null );");
        attacks.put("a private field", "$agent.getClass().getDeclaredField( \"voice\" ).setAccessible( true );");
        attacks.put("a script", "org.mvel2.MVEL.eval( \"System.setProperty('DONE','x')\" );");
        attacks.put("the rule base", "drools.getWorkingMemory().getKnowledgeBase().removeRule( \"drover\", \"a\" );");
        attacks.put("the session", "kcontext.getKieRuntime().halt();");
        attacks.put("a fact put in", "drools.insert( \"text\" );");
        attacks.put("an anonymous class", "new Object() { { System.setProperty( \"DONE\", \"x\" ); } };");
        attacks.put(
                "an escape past the reader",
                "$request.note( \"\\u0022 ); System.setProperty( \"DONE\", \"x\" ); //\" );");
        attacks.put(
                "a comment that ends early",
                "$request.note( \"x\" ); // \\u000a System.setProperty( \"DONE\", \"x\" );");
        return attacks.entrySet().stream().map(a -> Arguments.of(a.getKey(), """
                rule "attack" @id("attack") @stage(select) @doc("test")
                when
                    $request : Request()
                    $agent : Agent()
                then
                    %s
                end
                """.formatted(a.getValue())));
    }

    static Stream<Arguments> fromWhen() {
        Map<String, String> attacks = new TreeMap<>();
        attacks.put("a process", "Runtime.getRuntime().exec( \"touch TARGET\" ) != null");
        attacks.put("a process by its full name", "java.lang.Runtime.getRuntime().exec( \"touch TARGET\" ) != null");
        attacks.put("a process by its builder", "new ProcessBuilder( \"touch\", \"TARGET\" ).start() != null");
        attacks.put("a file", "new java.io.FileOutputStream( \"TARGET\" ) != null");
        attacks.put("a property", "System.setProperty( \"DONE\", \"x\" ) == null");
        attacks.put("a property in eval", "eval( System.setProperty( \"DONE\", \"x\" ) == null )");
        attacks.put("a thread", "Thread.currentThread() != null");
        attacks.put(
                "reflection by an object",
                "this.class.classLoader.loadClass( \"java.lang.System\" )"
                        + ".getMethod( \"setProperty\", String, String ).invoke( null, \"DONE\", \"x\" ) == null");
        attacks.put("reflection by a getter", "getClass().getClassLoader().loadClass( \"java.lang.Runtime\" ) != null");
        attacks.put("a class named in a cast", "this#java.lang.Object.hashCode > 0");
        attacks.put("the data behind a fact", "view.id == \"a\"");
        attacks.put("an effect", "exclude( \"x\", Bars.ANY_SESSION, \"\" ) == null");
        attacks.put("a list made on the spot", "id in ( [ System.setProperty( \"DONE\", \"x\" ) ] )");
        attacks.put("an assignment", "( id = \"x\" ) != null");
        attacks.put("a block", "( def f() { System.setProperty( \"DONE\", \"x\" ) }; f() ) == null");
        return attacks.entrySet().stream()
                .map(a -> Arguments.of(a.getKey() + " in a condition", """
                rule "attack" @id("attack") @stage(select) @doc("test")
                when
                    $request : Request()
                    $agent : Agent( %s )
                then
                    $request.note( "x" );
                end
                """.formatted(a.getValue())));
    }

    static Stream<Arguments> fromElsewhere() {
        String set = "System.setProperty( \"DONE\", \"x\" )";
        return Stream.of(
                Arguments.of("a function", "function boolean f() { " + set + "; return true; }\n" + rule("f()")),
                Arguments.of("an import", "import java.lang.System\n" + rule("x")),
                Arguments.of("a static import", "import static java.lang.System.*\n" + rule("x")),
                Arguments.of("a global", "global java.lang.Runtime r\n" + rule("x")),
                Arguments.of("a declared type", "declare Evil extends java.lang.Thread end\n" + rule("x")),
                Arguments.of("a query", "query q() eval( " + set + " == null ) end\n" + rule("x")),
                Arguments.of("another dialect", rule("x").replace("@doc", "dialect \"mvel\" @doc")),
                Arguments.of("salience", rule("x").replace("@doc", "salience ( " + set + " ) @doc")),
                Arguments.of("from", rule("x").replace("then", "String() from " + set + "\nthen")),
                Arguments.of("eval", rule("x").replace("then", "eval( " + set + " == null )\nthen")),
                Arguments.of(
                        "code in accumulate",
                        rule("x")
                                .replace(
                                        "then",
                                        "accumulate( Agent(), init( " + set
                                                + "; ), action( ), result( true ) )\nthen")));
    }

    private static String rule(String note) {
        return """
                rule "attack" @id("attack") @stage(select) @doc("test")
                when
                    $request : Request()
                then
                    $request.note( "%s" );
                end
                """.formatted(note);
    }
}
