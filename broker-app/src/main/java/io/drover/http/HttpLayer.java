package io.drover.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.dropwizard.core.server.AbstractServerFactory;
import io.dropwizard.core.server.ServerFactory;
import io.dropwizard.core.setup.Environment;
import io.dropwizard.jersey.setup.JerseyEnvironment;
import jakarta.servlet.DispatcherType;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Supplier;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.EagerContentHandler;
import org.eclipse.jetty.util.component.LifeCycle;
import org.glassfish.jersey.server.ServerProperties;
import org.glassfish.jersey.servlet.ServletProperties;

/**
 * What every HTTP answer has in common: errors, limits, ids, strict JSON.
 *
 * @param refs makes the ids of requests
 * @param admission decides by the headers whether a body is read
 * @param translations what clients are told of the features' own faults
 */
public record HttpLayer(Supplier<String> refs, Admission admission, List<ErrorTranslation> translations) {

    /** Bytes that Jersey sets aside for each answer; most are shorter. */
    private static final int ANSWER_BUFFER = 2_048;

    private static final Duration BODY_DEADLINE = Duration.ofSeconds(30);

    public HttpLayer {
        translations = List.copyOf(translations);
    }

    /** Installs it. To be called once, in {@code Application.run}, before resources answer. */
    public void install(Environment environment, ServerFactory server) {
        ObjectMapper json = StrictJson.configure(environment.getObjectMapper());
        Errors errors = new Errors(translations, json);
        replaceDropwizardsOwn(server);
        installHandlers(environment, errors);
        var jersey = environment.jersey();
        jersey.register(new ApiErrorMapper(errors));
        jersey.register(new FieldsReader(json));
        jersey.register(new FormReader());
        jersey.register(new BodyRules());
        jersey.register(ContentEncodings.class);
        jersey.register(new ParameterRules());
        jersey.register(new MediaTypeRules());
        jersey.property(ServerProperties.PROCESSING_RESPONSE_ERRORS_ENABLED, true);
        jersey.property(ServerProperties.OUTBOUND_CONTENT_LENGTH_BUFFER, ANSWER_BUFFER);
        keepQueriesOutOfForms(jersey);
        environment
                .servlets()
                .addFilter("ref", new RefLogging())
                .addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), false, "/*");
    }

    /** Jersey would read the query as the form when the body is empty, and log it, with the user's name. */
    private static void keepQueriesOutOfForms(JerseyEnvironment jersey) {
        jersey.property(ServletProperties.QUERY_PARAMS_AS_FORM_PARAMS_DISABLED, true);
    }

    /** Its errors have another shape, and it inflates bodies without a bound. */
    private static void replaceDropwizardsOwn(ServerFactory server) {
        if (server instanceof AbstractServerFactory factory) {
            factory.setRegisterDefaultExceptionMappers(false);
            factory.setEnableThreadNameFilter(false);
            factory.getGzipFilterFactory().setEnabled(false);
        }
    }

    private void installHandlers(Environment environment, Errors errors) {
        JettyErrors jettyErrors = new JettyErrors(errors, refs);
        EagerContentHandler bodies = new EagerContentHandler(new BodyLoaderFactory(BODY_DEADLINE));
        bodies.include(request -> Boolean.TRUE.equals(request.getAttribute(EntryHandler.BODY_ADMITTED)));
        environment.getApplicationContext().insertHandler(bodies);
        environment.getApplicationContext().insertHandler(new EntryHandler(refs, admission, jettyErrors));
        environment.getApplicationContext().setErrorHandler(jettyErrors);
        environment.getAdminContext().setErrorHandler(jettyErrors);
        environment.lifecycle().addEventListener(new LifeCycle.Listener() {
            @Override
            public void lifeCycleStarting(LifeCycle starting) {
                if (starting instanceof Server jetty) {
                    jetty.setErrorHandler(jettyErrors);
                }
            }
        });
    }
}
