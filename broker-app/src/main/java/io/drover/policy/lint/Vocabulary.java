package io.drover.policy.lint;

import io.drover.policy.fact.Agent;
import io.drover.policy.fact.Avoid;
import io.drover.policy.fact.Bars;
import io.drover.policy.fact.Call;
import io.drover.policy.fact.Failure;
import io.drover.policy.fact.Farm;
import io.drover.policy.fact.Lease;
import io.drover.policy.fact.Own;
import io.drover.policy.fact.Request;
import io.drover.policy.fact.Resource;
import io.drover.policy.fact.Says;
import io.drover.policy.fact.Scrape;
import io.drover.policy.fact.Session;
import io.drover.policy.fact.Settings;
import io.drover.policy.fact.Strategy;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The words that rules may use: the facts, their properties and questions, and the effects. */
final class Vocabulary {

    /** Facts that are there for one request only. */
    static final Set<Class<?>> OF_REQUEST =
            Set.of(Call.class, Request.class, Session.class, Lease.class, Own.class, Failure.class, Avoid.class);

    private static final SortedMap<String, Class<?>> FACTS = byName(
            Agent.class,
            Avoid.class,
            Call.class,
            Failure.class,
            Farm.class,
            Lease.class,
            Own.class,
            Request.class,
            Resource.class,
            Scrape.class,
            Session.class,
            Settings.class,
            Strategy.class);

    private static final SortedMap<String, Class<?>> CONSTANTS = byName(Bars.class);

    private final Map<Class<?>, SortedMap<String, Type>> properties =
            FACTS.values().stream().collect(Collectors.toMap(Function.identity(), Vocabulary::readProperties));

    private static SortedMap<String, Class<?>> byName(Class<?>... classes) {
        SortedMap<String, Class<?>> byName = new TreeMap<>();
        Stream.of(classes).forEach(c -> byName.put(c.getSimpleName(), c));
        return byName;
    }

    /** Whether rules may name this type. */
    boolean isKnown(String type) {
        return FACTS.containsKey(type) || CONSTANTS.containsKey(type);
    }

    Set<String> factNames() {
        return FACTS.keySet();
    }

    @Nullable
    Class<?> fact(String name) {
        return FACTS.get(name);
    }

    /** The type of a property, null when there is no such one. */
    @Nullable
    Type property(Class<?> fact, String name) {
        return propertiesOf(fact).get(name);
    }

    Set<String> propertyNames(Class<?> fact) {
        return propertiesOf(fact).keySet();
    }

    private SortedMap<String, Type> propertiesOf(Class<?> fact) {
        return properties.getOrDefault(fact, new TreeMap<>());
    }

    /** The type of a constant such as {@code Bars.NEW_SESSION}, null when there is no such one. */
    @Nullable
    Type constant(String type, String name) {
        Class<?> of = CONSTANTS.get(type);
        return of != null && constantNames(type).contains(name) ? Type.of(of) : null;
    }

    Set<String> constantNames(String type) {
        Class<?> of = CONSTANTS.get(type);
        return of == null
                ? CONSTANTS.keySet()
                : Arrays.stream(of.getEnumConstants()).map(Object::toString).collect(Collectors.toSet());
    }

    /** What a fact can be asked by that name: getters and questions, no effects. */
    List<Method> questions(Class<?> fact, String name) {
        return methods(fact, m -> !isEffect(m))
                .filter(m -> m.getName().equals(name))
                .toList();
    }

    /** What can be said of a fact by that name. */
    List<Method> effects(Class<?> fact, String name) {
        return methods(fact, Vocabulary::isEffect)
                .filter(m -> m.getName().equals(name))
                .toList();
    }

    Set<String> questionNames(Class<?> fact) {
        return methods(fact, m -> !isEffect(m)).map(Method::getName).collect(Collectors.toCollection(TreeSet::new));
    }

    Set<String> effectNames(Class<?> fact) {
        return methods(fact, Vocabulary::isEffect).map(Method::getName).collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean isEffect(Method method) {
        return method.isAnnotationPresent(Says.class);
    }

    private static Stream<Method> methods(Class<?> fact, Predicate<Method> which) {
        return FACTS.containsValue(fact)
                ? Arrays.stream(fact.getDeclaredMethods())
                        .filter(m -> Modifier.isPublic(m.getModifiers()) && !m.isSynthetic())
                        .filter(m ->
                                !m.getReturnType().isRecord() && !m.getName().equals("toString"))
                        .filter(which)
                : Stream.empty();
    }

    private static SortedMap<String, Type> readProperties(Class<?> fact) {
        SortedMap<String, Type> properties = new TreeMap<>();
        List<Method> getters =
                new ArrayList<>(methods(fact, m -> m.getParameterCount() == 0).toList());
        for (Method getter : getters) {
            String name = getter.getName().replaceFirst("^(get|is)(?=[A-Z])", "");
            if (!name.equals(getter.getName())) {
                properties.put(name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1), Type.of(getter));
            }
        }
        return properties;
    }
}
