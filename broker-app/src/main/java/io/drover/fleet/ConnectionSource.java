package io.drover.fleet;

import java.sql.Connection;
import java.sql.SQLException;

/** Opens a connection that its caller keeps and closes; in autocommit mode. */
@FunctionalInterface
public interface ConnectionSource {

    Connection open() throws SQLException;
}
