/** What the service tells a Prometheus server. */
@NullMarked
package io.drover.metrics;

import org.jspecify.annotations.NullMarked;
