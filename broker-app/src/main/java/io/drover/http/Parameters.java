package io.drover.http;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The parameters of the query that a resource method reads. Any other one is 400, and so is every one of a method that
 * says nothing; where machines call, a method that says nothing ignores them.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Parameters {

    /** Their names. */
    String[] value() default {};

    /** Whether {@code limit} and {@code cursor} are read too. */
    boolean page() default false;
}
