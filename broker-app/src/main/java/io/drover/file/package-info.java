/** Files and folders as people see them: why one cannot be used. */
@NullMarked
package io.drover.file;

import org.jspecify.annotations.NullMarked;
