package io.drover.http;

import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.dropwizard.jackson.Jackson;

/** JSON as the protocol speaks it: snake_case, RFC 3339 times, no duplicate keys, no guessing of types, bounded. */
public final class StrictJson {

    /** How deep objects and arrays may be nested. */
    static final int MAX_DEPTH = 32;

    private static final int MAX_TEXT = 1024 * 1024;
    private static final int MAX_NAME = 1024;
    private static final int MAX_DIGITS = 100;

    private StrictJson() {}

    /** A new mapper; share it, it is safe for use by many threads. */
    public static ObjectMapper mapper() {
        return configure(Jackson.newObjectMapper());
    }

    /** Makes a mapper strict, and returns it. To be called before its first use. */
    static ObjectMapper configure(ObjectMapper mapper) {
        mapper.getFactory()
                .setStreamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(MAX_DEPTH)
                        .maxStringLength(MAX_TEXT)
                        .maxNameLength(MAX_NAME)
                        .maxNumberLength(MAX_DIGITS)
                        .build());
        mapper.getFactory().configure(StreamReadFeature.STRICT_DUPLICATE_DETECTION.mappedFeature(), true);
        return mapper.setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
                .setConfig(mapper.getDeserializationConfig().without(MapperFeature.ALLOW_COERCION_OF_SCALARS));
    }
}
