package io.drover.policy.fact;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks an effect: a method by which the right-hand side of a rule says something. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Says {

    /** The stage whose rules may use it; none for all stages. */
    Stage[] value();
}
