package io.drover.auth;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Who may call a resource method. A method without it is refused at start. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Secured {

    /** The classes of credentials that may; any of them is enough. */
    Credential[] value();

    /** The role that an operator needs. */
    Role role() default Role.VIEWER;
}
