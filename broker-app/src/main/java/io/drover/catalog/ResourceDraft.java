package io.drover.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import io.drover.control.JsonFields;
import io.drover.control.Violations;
import java.util.List;
import java.util.Set;

/**
 * A resource as an operator wants it. Texts are empty when not set.
 *
 * @param id empty when one is to be made
 * @param name empty takes the id
 */
public record ResourceDraft(
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
        boolean enabled) {

    private static final String DESKTOP = "desktop";
    private static final String REMOTE_APP = "remoteapp";

    public ResourceDraft {
        groups = List.copyOf(groups);
    }

    /** Reads the JSON of the protocol; fields that are left out or null take their usual value. */
    public static ResourceDraft read(JsonNode json, Violations violations) {
        JsonFields fields = new JsonFields(json, violations);
        ResourceDraft draft = new ResourceDraft(
                text(fields, "id"),
                text(fields, "name"),
                fields.text("kind").or(DESKTOP, DESKTOP),
                text(fields, "farm_id"),
                text(fields, "guacamole_connection_id"),
                text(fields, "guacamole_connection_name"),
                text(fields, "guacamole_data_source"),
                text(fields, "remote_app"),
                text(fields, "remote_app_dir"),
                text(fields, "remote_app_args"),
                fields.bool("manage_remote_app").or(false, false),
                text(fields, "remote_app_path"),
                fields.integer("remote_app_command_line_setting").or(0, 0),
                text(fields, "remote_app_required_command_line"),
                fields.texts("groups").or(List.of(), List.of()),
                fields.bool("enabled").or(true, true));
        fields.integer("control_version");
        fields.refuseOthers();
        return draft;
    }

    private static String text(JsonFields fields, String field) {
        return fields.text(field).or("", "");
    }

    /** Finds what may not be. */
    public void check(Violations violations) {
        violations.id("id", id);
        violations.name("name", name);
        if (!farmId.isEmpty()) {
            violations.id("farm_id", farmId);
        }
        violations.line("guacamole_connection_id", guacamoleConnectionId, Violations.NAME_LENGTH);
        violations.line("guacamole_connection_name", guacamoleConnectionName, Violations.NAME_LENGTH);
        violations.line("guacamole_data_source", guacamoleDataSource, Violations.NAME_LENGTH);
        violations.names("groups", groups);
        if (!Set.of(DESKTOP, REMOTE_APP).contains(kind)) {
            violations.add("kind", "must be desktop or remoteapp");
        }
        checkRemoteApp(violations);
    }

    private void checkRemoteApp(Violations violations) {
        violations.line("remote_app", remoteApp, Violations.NAME_LENGTH);
        violations.line("remote_app_dir", remoteAppDir, Violations.TEXT_LENGTH);
        violations.line("remote_app_args", remoteAppArgs, Violations.TEXT_LENGTH);
        violations.line("remote_app_path", remoteAppPath, Violations.TEXT_LENGTH);
        violations.line("remote_app_required_command_line", remoteAppRequiredCommandLine, Violations.TEXT_LENGTH);
        violations.range("remote_app_command_line_setting", remoteAppCommandLineSetting, 0, 2);
        if (kind.equals(REMOTE_APP) && remoteApp.isBlank()) {
            violations.add("remote_app", "is required for a remoteapp");
        }
        if (manageRemoteApp && !kind.equals(REMOTE_APP)) {
            violations.add("manage_remote_app", "is for a remoteapp only");
        }
        if (manageRemoteApp && remoteAppPath.isBlank()) {
            violations.add("remote_app_path", "is required when manage_remote_app is true");
        }
    }

    /** The same with an id, and a name where it has none. */
    ResourceDraft under(String newId) {
        return new ResourceDraft(
                newId,
                name.isBlank() ? newId : name.strip(),
                kind,
                farmId,
                guacamoleConnectionId.strip(),
                guacamoleConnectionName.strip(),
                guacamoleDataSource.strip(),
                remoteApp.strip(),
                remoteAppDir,
                remoteAppArgs,
                manageRemoteApp,
                remoteAppPath,
                remoteAppCommandLineSetting,
                remoteAppRequiredCommandLine,
                groups,
                enabled);
    }

    Resource resource() {
        return new Resource(
                id,
                name,
                kind,
                farmId,
                guacamoleConnectionId,
                guacamoleConnectionName,
                guacamoleDataSource,
                remoteApp,
                remoteAppDir,
                remoteAppArgs,
                manageRemoteApp,
                remoteAppPath,
                remoteAppCommandLineSetting,
                remoteAppRequiredCommandLine,
                groups,
                enabled,
                0);
    }
}
