package io.drover.command;

import io.drover.control.Actor;

/** Ends commands that are too old, and forgets those that ended long ago. To be run now and then, by every instance. */
public final class CommandSweep implements Runnable {

    private final CommandDao dao;
    private final int keepDays;

    /** @param keepDays how long a command that ended is shown */
    public CommandSweep(CommandDao dao, int keepDays) {
        this.dao = dao;
        this.keepDays = keepDays;
    }

    @Override
    public void run() {
        dao.expire(Actor.BROKER.name());
        dao.forget(keepDays);
    }
}
