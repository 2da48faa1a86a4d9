/** Who changed what: entries are only ever added. */
@NullMarked
package io.drover.audit;

import org.jspecify.annotations.NullMarked;
