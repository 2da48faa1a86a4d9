package io.drover.fleet;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.drover.catalog.Resource;

/**
 * A RemoteApp as an agent is to publish it.
 *
 * @param resourceId the resource that it stands for; the agent reports its state under it
 * @param alias without pipes
 * @param displayName for people
 * @param path the program's file
 * @param commandLineSetting 0 no arguments, 1 any, 2 {@code requiredCommandLine}
 * @param requiredCommandLine left out when empty
 */
public record DesiredRemoteApp(
        String resourceId,
        String alias,
        String displayName,
        String path,
        int commandLineSetting,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) String requiredCommandLine) {

    /** What a resource asks of the hosts that serve it. */
    static DesiredRemoteApp of(Resource resource) {
        return new DesiredRemoteApp(
                resource.id(),
                resource.remoteApp().replaceFirst("^\\|+", ""),
                resource.name(),
                resource.remoteAppPath(),
                resource.remoteAppCommandLineSetting(),
                resource.remoteAppRequiredCommandLine());
    }

    /** Whether agents are to publish a resource. */
    static boolean isWanted(Resource resource) {
        return resource.enabled()
                && resource.manageRemoteApp()
                && resource.kind().equals("remoteapp");
    }
}
