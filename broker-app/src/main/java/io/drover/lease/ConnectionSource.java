package io.drover.lease;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Opens connections to the primary, outside any pool. It gives up on its own after a while ({@code connectTimeout});
 * {@code dataSource::getConnection} is one.
 */
@FunctionalInterface
public interface ConnectionSource {

    Connection open() throws SQLException;
}
