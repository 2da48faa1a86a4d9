/** User names: parsing, folding, and when two of them mean one person. */
@NullMarked
package io.drover.identity;

import org.jspecify.annotations.NullMarked;
