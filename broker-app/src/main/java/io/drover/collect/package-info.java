/** Hosts without an agent of Drover's: their {@code windows_exporter} is scraped, and they report like any other. */
@NullMarked
package io.drover.collect;

import org.jspecify.annotations.NullMarked;
