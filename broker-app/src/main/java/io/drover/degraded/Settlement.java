package io.drover.degraded;

/** What becomes of a provisional lease when the database is back. */
enum Settlement {
    KEPT,
    CONFLICTING,
    CLOSED,
    EXPIRED
}
