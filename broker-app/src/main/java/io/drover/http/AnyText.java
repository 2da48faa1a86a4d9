package io.drover.http;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * {@link Fields} whose texts may hold what the database cannot keep, a NUL or half of a surrogate pair. Whoever reads
 * them puts that right. In every other body such a text is an error.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface AnyText {}
