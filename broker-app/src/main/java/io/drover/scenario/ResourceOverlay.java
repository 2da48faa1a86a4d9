package io.drover.scenario;

import java.util.List;

/**
 * What a file says of one published resource. Texts are empty by default, as in {@link io.drover.catalog.Resource}.
 *
 * @param name the id by default
 * @param kind {@code desktop} by default, or {@code remoteapp}
 * @param farmId the farm that serves it
 * @param guacamoleConnectionId the connection's identifier
 * @param guacamoleConnectionName the connection's name
 * @param guacamoleDataSource the connection's data source
 * @param remoteApp alias with its pipes
 * @param remoteAppDir working directory
 * @param remoteAppArgs arguments
 * @param manageRemoteApp false by default
 * @param remoteAppPath program file
 * @param remoteAppCommandLineSetting 0 to 2, 0 by default
 * @param remoteAppRequiredCommandLine the arguments of setting 2
 * @param groups who may see it
 * @param enabled true by default
 */
public record ResourceOverlay(
        Field<String> name,
        Field<String> kind,
        Field<String> farmId,
        Field<String> guacamoleConnectionId,
        Field<String> guacamoleConnectionName,
        Field<String> guacamoleDataSource,
        Field<String> remoteApp,
        Field<String> remoteAppDir,
        Field<String> remoteAppArgs,
        Field<Boolean> manageRemoteApp,
        Field<String> remoteAppPath,
        Field<Integer> remoteAppCommandLineSetting,
        Field<String> remoteAppRequiredCommandLine,
        Field<List<String>> groups,
        Field<Boolean> enabled) {

    /** This resource laid over what was said of it earlier. */
    public ResourceOverlay over(ResourceOverlay earlier) {
        return new ResourceOverlay(
                name.over(earlier.name),
                kind.over(earlier.kind),
                farmId.over(earlier.farmId),
                guacamoleConnectionId.over(earlier.guacamoleConnectionId),
                guacamoleConnectionName.over(earlier.guacamoleConnectionName),
                guacamoleDataSource.over(earlier.guacamoleDataSource),
                remoteApp.over(earlier.remoteApp),
                remoteAppDir.over(earlier.remoteAppDir),
                remoteAppArgs.over(earlier.remoteAppArgs),
                manageRemoteApp.over(earlier.manageRemoteApp),
                remoteAppPath.over(earlier.remoteAppPath),
                remoteAppCommandLineSetting.over(earlier.remoteAppCommandLineSetting),
                remoteAppRequiredCommandLine.over(earlier.remoteAppRequiredCommandLine),
                groups.over(earlier.groups),
                enabled.over(earlier.enabled));
    }
}
