package io.drover.benchmarks.load;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** A PostgreSQL server on the loopback address. */
record DatabaseAddress(int port, String user, String password) {

    Connection open() throws SQLException {
        return DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + port + "/postgres", user, password);
    }

    /** Leaves the password out. */
    @Override
    public String toString() {
        return "127.0.0.1:" + port;
    }
}
