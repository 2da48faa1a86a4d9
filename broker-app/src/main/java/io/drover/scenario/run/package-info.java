/** Runs scenarios on the engine and the rules of the service, in virtual time, without a server or a database. */
@NullMarked
package io.drover.scenario.run;

import org.jspecify.annotations.NullMarked;
