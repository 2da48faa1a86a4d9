/** Published resources: what a Guacamole connection stands for. */
@NullMarked
package io.drover.catalog;

import org.jspecify.annotations.NullMarked;
