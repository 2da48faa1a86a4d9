package io.drover.cli;

/** What a verb says to the shell when it ends; the same for every verb. */
final class ExitCode {
    static final int OK = 0;

    /** An expectation failed. */
    static final int FAILED = 1;

    /** The command line or a file is wrong. */
    static final int USAGE = 2;

    /** The rules do not compile. */
    static final int BROKEN_RULES = 3;

    /** A threshold was missed. */
    static final int BELOW_THRESHOLD = 4;

    /** There was nothing to do. */
    static final int NOTHING_TO_DO = 5;

    /** The broker or the database cannot be reached, or cannot be used. */
    static final int UNREACHABLE = 6;

    /** A fault of Drover itself. */
    static final int BUG = 70;

    private ExitCode() {}
}
