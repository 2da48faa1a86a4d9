package io.drover.database;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Opens connections to the primary, outside any pool, in autocommit mode; whoever opens one keeps and closes it. It
 * gives up on its own after a while ({@code connectTimeout}).
 */
@FunctionalInterface
public interface ConnectionSource {

    Connection open() throws SQLException;
}
