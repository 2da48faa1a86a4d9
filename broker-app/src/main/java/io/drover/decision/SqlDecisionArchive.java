package io.drover.decision;

import io.drover.database.DatabaseException;
import io.drover.decision.DecisionDao.DecisionRow;
import io.drover.decision.DecisionDao.VerdictRow;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Decisions and verdicts in PostgreSQL. Makes the partitions that it needs. Rows are copied, and inserted only when one
 * of them is there already: the answer to the same call before was lost. For one thread.
 */
final class SqlDecisionArchive implements DecisionArchive {

    private static final String NO_PARTITION = "23514";
    private static final String THERE_ALREADY = "23505";
    private static final Set<String> BAD_DATA = Set.of("22", "23", "54");
    private static final int CLASS_LENGTH = 2;
    private static final int DAYS_KNOWN = 100;

    private final DecisionDao dao;
    private final Set<LocalDate> days = new HashSet<>();

    SqlDecisionArchive(DecisionDao dao) {
        this.dao = dao;
    }

    @Override
    public Instant begin(Instant moment, String instance, String revision, String rules) {
        Instant epoch = moment;
        while (dao.begin(epoch, instance, revision, rules) == 0) {
            epoch = epoch.plus(1, ChronoUnit.MICROS);
        }
        return epoch;
    }

    @Override
    public void addVerdicts(Instant epoch, List<VerdictRow> verdicts) {
        inDays(
                Set.of(day(epoch)),
                () -> copyOrInsert(() -> dao.copyVerdicts(epoch, verdicts), () -> dao.addVerdicts(epoch, verdicts)));
    }

    @Override
    public void addDecisions(List<DecisionRow> decisions) {
        Set<LocalDate> needed = decisions.stream().map(row -> day(row.at())).collect(Collectors.toSet());
        inDays(
                needed,
                () -> copyOrInsert(
                        () -> dao.copyDecisions(decisions), () -> dao.addDecisions(new DecisionColumns(decisions))));
    }

    private interface Copying {
        void run() throws SQLException;
    }

    private static void copyOrInsert(Copying copy, Runnable insert) {
        try {
            copy.run();
        } catch (SQLException e) {
            if (!THERE_ALREADY.equals(e.getSQLState())) {
                throw new DatabaseException("the rows could not be copied", e);
            }
            insert.run();
        }
    }

    private void inDays(Set<LocalDate> needed, Runnable statement) {
        try {
            prepare(needed);
            statement.run();
        } catch (RuntimeException e) {
            String state = sqlState(e);
            if (!state.equals(NO_PARTITION)) {
                throw BAD_DATA.contains(state.substring(0, Math.min(CLASS_LENGTH, state.length())))
                        ? new RefusedRowsException(e)
                        : e;
            }
            days.clear();
            prepare(needed);
            again(statement);
        }
    }

    private static void again(Runnable statement) {
        try {
            statement.run();
        } catch (RuntimeException e) {
            throw sqlState(e).equals(NO_PARTITION) ? new RefusedRowsException(e) : e;
        }
    }

    private void prepare(Set<LocalDate> needed) {
        if (days.size() > DAYS_KNOWN) {
            days.clear();
        }
        for (LocalDate day : needed) {
            if (!days.contains(day)) {
                dao.addDays(day, day);
                days.add(day);
            }
        }
    }

    private static LocalDate day(Instant at) {
        return at.atZone(ZoneOffset.UTC).toLocalDate();
    }

    private static String sqlState(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && sql.getSQLState() != null) {
                return sql.getSQLState();
            }
        }
        return "";
    }
}
