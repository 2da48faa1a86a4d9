/** What came of storms, as text, JSON and a page. */
@NullMarked
package io.drover.simulate.report;

import org.jspecify.annotations.NullMarked;
