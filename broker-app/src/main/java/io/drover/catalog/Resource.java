package io.drover.catalog;

import java.util.List;

/**
 * A published resource: a desktop or a RemoteApp, and the Guacamole connection that stands for it. Texts are empty when
 * not set.
 *
 * @param id its name in requests and rules
 * @param name for people
 * @param kind {@code desktop} or {@code remoteapp}
 * @param farmId the farm that serves it, empty when the request or the default decides
 * @param guacamoleConnectionId the connection's identifier in its data source
 * @param guacamoleConnectionName the connection's name, compared without regard to case
 * @param guacamoleDataSource the data source that the connection id belongs to, empty for any
 * @param remoteApp alias with its pipes, for example {@code ||Sage}
 * @param remoteAppDir working directory
 * @param remoteAppArgs arguments
 * @param manageRemoteApp whether agents publish the RemoteApp and readiness gates placement
 * @param remoteAppPath program file that agents publish
 * @param remoteAppCommandLineSetting 0 no arguments, 1 {@code remoteAppArgs}, 2 {@code remoteAppRequiredCommandLine}
 * @param remoteAppRequiredCommandLine the arguments of setting 2
 * @param groups who may see it, empty for everybody
 * @param enabled a disabled resource is not published
 * @param controlVersion grows with every change
 */
public record Resource(
        String id,
        String name,
        String kind,
        String farmId,
        String guacamoleConnectionId,
        String guacamoleConnectionName,
        String guacamoleDataSource,
        String remoteApp,
        String remoteAppDir,
        String remoteAppArgs,
        boolean manageRemoteApp,
        String remoteAppPath,
        int remoteAppCommandLineSetting,
        String remoteAppRequiredCommandLine,
        List<String> groups,
        boolean enabled,
        long controlVersion) {

    private static final int ARGUMENTS = 1;
    private static final int REQUIRED_COMMAND_LINE = 2;

    public Resource {
        groups = List.copyOf(groups);
    }

    /** The arguments that its RemoteApp starts with. */
    public String startArguments() {
        if (!manageRemoteApp) {
            return remoteAppArgs;
        }
        return switch (remoteAppCommandLineSetting) {
            case ARGUMENTS -> remoteAppArgs;
            case REQUIRED_COMMAND_LINE -> remoteAppRequiredCommandLine;
            default -> "";
        };
    }
}
