package io.drover.demo;

import java.util.Map;

/** A RemoteApp that is ready on one host of the office farm. */
final class RemoteAppPart {

    static final String ID = "accounting";

    private static final Connection ACCOUNTING = Connection.named("Accounting");

    private final Stage stage;

    RemoteAppPart(Stage stage) {
        this.stage = stage;
    }

    void place() {
        stage.publish(
                ID,
                ACCOUNTING,
                OfficePart.FARM,
                Map.of(
                        "kind",
                        "remoteapp",
                        "remote_app",
                        "||accounting",
                        "manage_remote_app",
                        true,
                        "remote_app_path",
                        "C:\\Program Files\\Accounting\\accounting.exe"));
        stage.clickForTokens(
                "A RemoteApp runs only where it is ready: rds-01 has it out of date, the others not at all.",
                "CORP\\frank",
                ACCOUNTING,
                new Expected.Host("rds-05", Outcome.NEW));
    }
}
