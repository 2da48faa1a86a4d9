package io.drover.command;

import io.drover.control.Actor;
import io.drover.database.Clearing;

/** Ends commands that are too old, and forgets those that ended long ago. To be run now and then, by every instance. */
public final class CommandSweep implements Runnable {

    private final CommandDao dao;
    private final int keepDays;
    private final Clearing clearing;

    /** @param keepDays how long a command that ended is shown */
    public CommandSweep(CommandDao dao, int keepDays) {
        this(dao, keepDays, new Clearing());
    }

    CommandSweep(CommandDao dao, int keepDays, Clearing clearing) {
        this.dao = dao;
        this.keepDays = keepDays;
        this.clearing = clearing;
    }

    @Override
    public void run() {
        clearing.run(limit -> dao.expire(limit, Actor.BROKER.name()));
        clearing.run(limit -> dao.forget(keepDays, limit));
    }
}
