/** What all changes by operators share: checked input, versions, refusals as values, pages, and who did what. */
@NullMarked
package io.drover.control;

import org.jspecify.annotations.NullMarked;
