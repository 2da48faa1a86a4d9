/** What plays gateways and agents against a running broker, and what measures it. */
@NullMarked
package io.drover.benchmarks.load;

import org.jspecify.annotations.NullMarked;
