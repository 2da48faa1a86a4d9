package io.drover.decision;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.EnumFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.drover.identity.UserName;
import io.drover.policy.RuleRef;
import io.drover.policy.Verdict;
import io.drover.policy.fact.FarmView;
import io.drover.policy.fact.ResourceView;
import io.drover.policy.fact.Statement.Scope;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * How decisions and verdicts look as JSON in the database: names in snake_case, nothing that is empty. Safe for use by
 * many threads.
 */
final class DecisionJson {

    /** An escaped NUL, not an escaped backslash before other text. */
    private static final Pattern NUL = Pattern.compile("((?<!\\\\)(?:\\\\\\\\)*)\\\\u0000");

    private final JsonMapper mapper = newMapper();

    private static JsonMapper newMapper() {
        SimpleModule words = new SimpleModule()
                .addSerializer(RuleRef.class, new RuleJson.Writer())
                .addDeserializer(RuleRef.class, new RuleJson.Reader())
                .addSerializer(Scope.class, new ScopeJson.Writer())
                .addDeserializer(Scope.class, new ScopeJson.Reader());
        JsonMapper.Builder builder = JsonMapper.builder()
                .addModules(new JavaTimeModule(), words)
                .addMixIn(UserName.class, UserNameMixIn.class)
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .defaultPropertyInclusion(
                        JsonInclude.Value.construct(JsonInclude.Include.NON_EMPTY, JsonInclude.Include.ALWAYS))
                .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
                .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS);
        for (Class<?> type : List.of(String.class, List.class, Set.class, Map.class)) {
            builder.withConfigOverride(
                    type, override -> override.setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)));
        }
        return builder.build();
    }

    @JsonIgnoreProperties({"short", "local"})
    private interface UserNameMixIn {}

    /** All of a decision that has no column of its own; rules that the epoch knows are written by id. */
    String write(DecisionDocument document, RuleNames rules) throws JsonProcessingException {
        return storable(mapper.writer().withAttribute(RuleJson.NAMES, rules).writeValueAsString(document));
    }

    /** What {@link #write(DecisionDocument, RuleNames)} wrote. */
    DecisionDocument readDocument(String json, RuleNames rules) throws JsonProcessingException {
        return mapper.readerFor(DecisionDocument.class)
                .withAttribute(RuleJson.NAMES, rules)
                .readValue(json);
    }

    /** Counts by name. */
    Map<String, Integer> readCounts(String json) throws JsonProcessingException {
        return mapper.readerForMapOf(Integer.class).readValue(json);
    }

    /** A verdict, farm or resource; rules that the epoch knows are written by id. */
    String write(Object verdict, RuleNames rules) throws JsonProcessingException {
        return storable(mapper.writer().withAttribute(RuleJson.NAMES, rules).writeValueAsString(verdict));
    }

    /** The rules of an epoch by id. */
    String write(RuleNames rules) throws JsonProcessingException {
        Map<String, RuleRef> byId = new TreeMap<>();
        rules.all().forEach(rule -> byId.put(rule.id(), rule));
        return storable(mapper.writeValueAsString(byId));
    }

    /** What {@link #write(RuleNames)} wrote. */
    RuleNames readRules(String json) throws JsonProcessingException {
        Map<String, RuleRef> byId = mapper.readerForMapOf(RuleRef.class).readValue(json);
        return new RuleNames(byId.values());
    }

    /** A verdict of an epoch with these rules. */
    Verdict readVerdict(String json, RuleNames rules) throws JsonProcessingException {
        return mapper.readerFor(Verdict.class)
                .withAttribute(RuleJson.NAMES, rules)
                .readValue(json);
    }

    /** A farm. */
    FarmView readFarm(String json) throws JsonProcessingException {
        return mapper.readValue(json, FarmView.class);
    }

    /** A published resource. */
    ResourceView readResource(String json) throws JsonProcessingException {
        return mapper.readValue(json, ResourceView.class);
    }

    /** The same JSON, in what PostgreSQL takes: it knows no character NUL. */
    static String storable(String json) {
        return json.contains("\\u0000") ? NUL.matcher(json).replaceAll("$1\\\\ufffd") : json;
    }
}
