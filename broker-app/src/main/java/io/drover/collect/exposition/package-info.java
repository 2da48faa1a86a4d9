/** The Prometheus text format, as exporters speak it. */
@NullMarked
package io.drover.collect.exposition;

import org.jspecify.annotations.NullMarked;
