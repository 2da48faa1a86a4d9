/** Lets Apache Guacamole ask the broker where a connection goes. */
package io.drover.guacamole;
