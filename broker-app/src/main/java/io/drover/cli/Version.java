package io.drover.cli;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** The version of this build, from its jar. */
final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        String version = Main.class.getPackage().getImplementationVersion();
        return new String[] {"drover " + Objects.requireNonNullElse(version, "(not from a jar)")};
    }
}
