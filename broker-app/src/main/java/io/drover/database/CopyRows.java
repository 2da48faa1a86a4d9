package io.drover.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * Rows for PostgreSQL's {@code COPY}, which takes many rows at less cost than {@code INSERT} does, all or none of them.
 * Columns are added one after the other, each row is ended. For one thread.
 */
public final class CopyRows {

    private static final char SEPARATOR = '\t';

    private final StringBuilder text = new StringBuilder();
    private boolean within;

    /** Adds a text or the text of any other type; null is NULL. */
    public CopyRows add(@Nullable String value) {
        separate();
        text.append(value == null ? "\\N" : escaped(value));
        return this;
    }

    /** Adds a number. */
    public CopyRows add(long value) {
        separate();
        text.append(value);
        return this;
    }

    /** Adds a {@code timestamptz}; null is NULL. */
    public CopyRows add(@Nullable Instant value) {
        return add(value == null ? null : value.toString());
    }

    /** Ends the row. */
    public void end() {
        text.append('\n');
        within = false;
    }

    private void separate() {
        if (within) {
            text.append(SEPARATOR);
        }
        within = true;
    }

    private static String escaped(String value) {
        return value.replace("\\", "\\\\")
                .replace("\t", "\\t")
                .replace("\n", "\\n")
                .replace("\r", "\\r");
    }

    /** The rows as {@code COPY} reads them. */
    String text() {
        return text.toString();
    }

    /**
     * Sends the rows.
     *
     * @param target the table and its columns, in the order in which they were added: {@code table (column, …)}
     */
    public void send(Connection connection, String target) throws SQLException {
        CopyIn copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn("COPY " + target + " FROM STDIN");
        try {
            byte[] bytes = text.toString().getBytes(UTF_8);
            copy.writeToCopy(bytes, 0, bytes.length);
            copy.endCopy();
        } finally {
            if (copy.isActive()) {
                copy.cancelCopy();
            }
        }
    }
}
