/** What every HTTP answer has in common: errors, limits, filters. */
@NullMarked
package io.drover.http;

import org.jspecify.annotations.NullMarked;
