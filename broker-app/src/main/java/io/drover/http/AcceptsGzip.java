package io.drover.http;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The method reads bodies with {@code Content-Encoding: gzip}; every other one refuses them. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface AcceptsGzip {

    /** How many bytes the inflated body may have. */
    int maxInflatedBytes();
}
