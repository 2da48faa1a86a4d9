/** Broker processes on one PostgreSQL, used as in earnest while parts of it break; everything is written down. */
@NullMarked
package io.drover.benchmarks.faults;

import org.jspecify.annotations.NullMarked;
