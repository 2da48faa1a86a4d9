/** A broker with a small fleet, which places users over HTTP and checks every answer. */
@NullMarked
package io.drover.demo;

import org.jspecify.annotations.NullMarked;
