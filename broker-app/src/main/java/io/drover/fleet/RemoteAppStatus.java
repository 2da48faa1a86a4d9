package io.drover.fleet;

/**
 * What a host says of one managed RemoteApp.
 *
 * @param resourceId the resource it belongs to, empty when the host does not know
 * @param alias the alias without leading pipes
 * @param published whether the alias is published
 * @param pathExists whether the program file is there
 * @param inSync whether the host's entry equals the wanted one
 * @param error what went wrong, empty when nothing did
 */
public record RemoteAppStatus(
        String resourceId, String alias, boolean published, boolean pathExists, boolean inSync, String error) {}
