package io.drover.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** What one run of the command line printed, and its exit code. */
record CommandLineRun(int exit, String out, String err) {

    static CommandLineRun of(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine commandLine =
                Main.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return new CommandLineRun(commandLine.execute(arguments), out.toString(), err.toString());
    }
}
