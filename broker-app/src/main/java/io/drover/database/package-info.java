/** PostgreSQL: the pool, the migrations, the embedded server. */
@NullMarked
package io.drover.database;

import org.jspecify.annotations.NullMarked;
