package io.drover.policy.engine;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Shows compiled rules the classes that they need and no others, so that a rule that got past the checks still cannot
 * name what starts processes, opens files or loads classes.
 */
final class NarrowLoader extends ClassLoader {

    static {
        registerAsParallelCapable();
    }

    private static final String ENDING = ".class";

    /** Packages, all of whose classes may be seen: the vocabulary, and what Drools makes rules of. */
    private static final List<String> PACKAGES =
            List.of("io.drover.policy.fact.", "org.drools.core.base.accumulators.", "org.drools.mvel.evaluators.");

    /** Of Java, values and what the compiler must know of them. */
    private static final Set<String> JAVA = Set.of(
            "java.io.Serializable",
            "java.lang.Boolean",
            "java.lang.Byte",
            "java.lang.CharSequence",
            "java.lang.Character",
            "java.lang.Class",
            "java.lang.Comparable",
            "java.lang.Double",
            "java.lang.Enum",
            "java.lang.Error",
            "java.lang.Exception",
            "java.lang.Float",
            "java.lang.Integer",
            "java.lang.Iterable",
            "java.lang.Long",
            "java.lang.Math",
            "java.lang.Number",
            "java.lang.Object",
            "java.lang.Record",
            "java.lang.RuntimeException",
            "java.lang.Short",
            "java.lang.String",
            "java.lang.Throwable",
            "java.lang.Void",
            "java.lang.constant.Constable",
            "java.lang.constant.ConstantDesc",
            "java.lang.invoke.MethodHandles",
            "java.lang.invoke.MethodHandles$Lookup",
            "java.lang.invoke.StringConcatFactory",
            "java.lang.invoke.TypeDescriptor",
            "java.lang.invoke.TypeDescriptor$OfField",
            "java.lang.reflect.AnnotatedElement",
            "java.lang.reflect.GenericDeclaration",
            "java.lang.reflect.Type",
            "java.math.BigDecimal",
            "java.math.BigInteger",
            "java.util.Collection",
            "java.util.List",
            "java.util.Map",
            "java.util.Set",
            "java.util.regex.Matcher",
            "java.util.regex.Pattern");

    /** Of Drools, what the code that it generates for rules is made of. */
    private static final Set<String> DROOLS = Set.of(
            "org.drools.base.base.ValueResolver",
            "org.drools.base.base.ValueType",
            "org.drools.base.base.extractors.BaseObjectClassFieldReader",
            "org.drools.base.reteoo.BaseTuple",
            "org.drools.base.rule.Declaration",
            "org.drools.base.rule.RuleComponent",
            "org.drools.base.rule.accessor.CompiledInvoker",
            "org.drools.base.rule.accessor.FieldValue",
            "org.drools.base.rule.accessor.Invoker",
            "org.drools.base.rule.accessor.ReturnValueExpression",
            "org.drools.base.rule.consequence.Consequence",
            "org.drools.base.rule.consequence.ConsequenceContext",
            "org.drools.core.WorkingMemory",
            "org.drools.core.common.InternalFactHandle",
            "org.drools.core.reteoo.LeftTuple",
            "org.drools.core.reteoo.Tuple",
            "org.drools.core.rule.consequence.KnowledgeHelper",
            "org.drools.ecj.EclipseJavaCompiler",
            "org.drools.mvel.ConditionEvaluator",
            "org.drools.mvel.EvaluatorHelper",
            "org.drools.mvel.accessors.BaseBooleanClassFieldReader",
            "org.drools.mvel.accessors.BaseDecimalClassFieldReader",
            "org.drools.mvel.accessors.BaseWholeNumberClassFieldReader",
            "org.drools.mvel.asm.ConsequenceGenerator",
            "org.drools.mvel.asm.ConsequenceStub",
            "org.drools.mvel.asm.MethodComparator",
            "org.drools.mvel.field.FieldDataFactory",
            "org.drools.mvel.field.FieldFactory",
            "org.kie.api.runtime.KieContext",
            "org.kie.api.runtime.rule.FactHandle",
            "org.kie.api.runtime.rule.RuleContext",
            "org.mvel2.asm.ClassReader");

    NarrowLoader(ClassLoader parent) {
        super("rules", parent);
    }

    private static boolean isSeen(String name) {
        return JAVA.contains(name) || DROOLS.contains(name) || PACKAGES.stream().anyMatch(name::startsWith);
    }

    private static boolean isSeenResource(String name) {
        return name.endsWith(ENDING)
                && isSeen(name.substring(0, name.length() - ENDING.length()).replace('/', '.'));
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!isSeen(name)) {
            throw new ClassNotFoundException(name);
        }
        return super.loadClass(name, resolve);
    }

    @Override
    public @Nullable URL getResource(String name) {
        return isSeenResource(name) ? super.getResource(name) : null;
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        return isSeenResource(name) ? super.getResources(name) : Collections.emptyEnumeration();
    }

    @Override
    public @Nullable InputStream getResourceAsStream(String name) {
        return isSeenResource(name) ? super.getResourceAsStream(name) : null;
    }
}
