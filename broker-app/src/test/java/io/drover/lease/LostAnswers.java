package io.drover.lease;

import io.drover.database.ConnectionSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Connections that can lose an answer: the statement is committed, and the connection breaks before it says so. */
final class LostAnswers implements ConnectionSource {

    private final ConnectionSource source;
    private final AtomicBoolean lose = new AtomicBoolean();

    LostAnswers(ConnectionSource source) {
        this.source = source;
    }

    void loseNext() {
        lose.set(true);
    }

    @Override
    public Connection open() throws SQLException {
        return wrap(Connection.class, source.open());
    }

    private <T> T wrap(Class<T> type, T target) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    try {
                        Object answer = method.invoke(target, arguments);
                        if (method.getName().equals("executeQuery") && lose.compareAndSet(true, false)) {
                            throw new SQLException("the answer was lost", "08006");
                        }
                        return answer instanceof PreparedStatement statement
                                ? wrap(PreparedStatement.class, statement)
                                : answer;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
