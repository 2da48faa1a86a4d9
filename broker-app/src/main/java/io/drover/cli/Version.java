package io.drover.cli;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** The version of this build, from its jar. */
final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        return new String[] {"drover " + number()};
    }

    static String number() {
        return Objects.requireNonNullElse(Main.class.getPackage().getImplementationVersion(), "(not from a jar)");
    }
}
