package io.drover.policy.lint;

import io.drover.policy.lint.Expression.Binary;
import io.drover.policy.lint.Expression.Choice;
import io.drover.policy.lint.Expression.Index;
import io.drover.policy.lint.Expression.Invocation;
import io.drover.policy.lint.Expression.Literal;
import io.drover.policy.lint.Expression.Member;
import io.drover.policy.lint.Expression.Name;
import io.drover.policy.lint.Expression.OneOf;
import io.drover.policy.lint.Expression.Unary;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Tells what an expression is, and what is wrong with it. */
final class Typing {

    private final Vocabulary vocabulary;
    private final Problems problems;
    private final Comparing comparing;
    private final Calls calls;

    Typing(Vocabulary vocabulary, Problems problems) {
        this.vocabulary = vocabulary;
        this.problems = problems;
        comparing = new Comparing(problems);
        calls = new Calls(vocabulary, problems);
    }

    Type of(Expression expression, Scope scope) {
        if (expression instanceof Literal literal) {
            return ofLiteral(literal, scope);
        } else if (expression instanceof Name name) {
            return ofName(name, scope);
        } else if (expression instanceof Member member) {
            return ofMember(member, scope);
        } else if (expression instanceof Invocation invocation) {
            return ofInvocation(invocation, scope);
        } else if (expression instanceof Index index) {
            return ofIndex(index, scope);
        } else if (expression instanceof Unary unary) {
            return ofUnary(unary, scope);
        } else if (expression instanceof Binary binary) {
            return ofBinary(binary, scope);
        } else if (expression instanceof OneOf oneOf) {
            return ofOneOf(oneOf, scope);
        } else if (expression instanceof Choice choice) {
            return ofChoice(choice, scope);
        }
        throw new IllegalArgumentException(expression.toString());
    }

    /** The type of an expression of which all that is wrong was said already. */
    Type silently(Expression expression, Scope scope) {
        return new Typing(vocabulary, new Problems(problems.text())).of(expression, scope);
    }

    /** Whole numbers are Java's: of 64 bits in a condition, of 32 in the then part unless they end in L. */
    private Type ofLiteral(Literal literal, Scope scope) {
        if (literal.type().kind() != Type.Kind.WHOLE) {
            return literal.type();
        }
        String digits = literal.text().replace("_", "");
        boolean marked = digits.endsWith("L") || digits.endsWith("l");
        try {
            long value = Long.decode(marked ? digits.substring(0, digits.length() - 1) : digits);
            boolean fits = marked || scope.self() != null || value == (int) value;
            if (!fits || digits.matches("0[0-9]+")) {
                problems.add(literal.at(), Lint.WRONG_NUMBER, "the number " + literal.text() + " is not taken");
            }
        } catch (NumberFormatException e) {
            problems.add(literal.at(), Lint.WRONG_NUMBER, "the number " + literal.text() + " is not taken");
        }
        return literal.type();
    }

    private Type ofName(Name name, Scope scope) {
        Type variable = scope.variable(name.name());
        if (variable != null) {
            return variable;
        }
        Class<?> self = scope.self();
        if (self == null || name.name().startsWith("$")) {
            return refuse(
                    name.at(), Lint.UNKNOWN_VARIABLE, name.name() + " is not bound", name.name(), scope.variables());
        }
        if (name.name().equals("this")) {
            return Type.of(self);
        }
        return property(self, name.name(), name.at());
    }

    private Type ofMember(Member member, Scope scope) {
        if (member.of() instanceof Name type
                && Character.isUpperCase(type.name().charAt(0))) {
            Type constant = vocabulary.constant(type.name(), member.name());
            if (constant != null) {
                return constant;
            }
            return refuse(
                    member.of().at(),
                    Lint.UNKNOWN_CONSTANT,
                    type.name() + "." + member.name() + " is not in the vocabulary",
                    member.name(),
                    vocabulary.constantNames(type.name()));
        }
        Type of = of(member.of(), scope);
        if (of.kind() == Type.Kind.UNKNOWN) {
            return of;
        }
        if (of.kind() != Type.Kind.FACT) {
            boolean table = of.kind() == Type.Kind.LABELS;
            problems.add(
                    member.at(),
                    table ? Lint.TAG_ACCESS : Lint.UNKNOWN_PROPERTY,
                    of + " has no properties",
                    table ? "write [\"" + member.name() + "\"]" : "");
            return Type.UNKNOWN;
        }
        if (scope.self() == null) {
            String getter = member.name().substring(0, 1).toUpperCase(Locale.ROOT)
                    + member.name().substring(1);
            problems.add(
                    member.at(),
                    Lint.PROPERTY_IN_EFFECT,
                    "properties are read in conditions",
                    "bind it to a variable there, or write get" + getter + "()");
            return Type.UNKNOWN;
        }
        return property(of.raw(), member.name(), member.at());
    }

    private Type property(Class<?> fact, String name, int at) {
        Type type = vocabulary.property(fact, name);
        return type != null
                ? type
                : refuse(
                        at,
                        Lint.UNKNOWN_PROPERTY,
                        fact.getSimpleName() + " has no property " + name,
                        name,
                        vocabulary.propertyNames(fact));
    }

    private Type ofInvocation(Invocation invocation, Scope scope) {
        List<Type> arguments =
                invocation.arguments().stream().map(a -> of(a, scope)).toList();
        Expression on = invocation.of();
        if (on != null) {
            return calls.answer(of(on, scope), invocation.name(), invocation.at(), arguments);
        }
        Class<?> self = scope.self();
        if (self == null) {
            problems.add(
                    invocation.at(), Lint.UNKNOWN_QUESTION, invocation.name() + "() is not known here", "ask a fact");
            return Type.UNKNOWN;
        }
        return calls.answer(Type.of(self), invocation.name(), invocation.at(), arguments);
    }

    private Type ofIndex(Index index, Scope scope) {
        Type of = of(index.of(), scope);
        Type key = of(index.key(), scope);
        if (!of.is(Type.Kind.LABELS) || !key.is(Type.Kind.TEXT)) {
            problems.add(
                    index.at(),
                    Lint.TAG_ACCESS,
                    "only a table of texts has [ ], with a text in it",
                    "write tags[\"gpu\"]");
            return Type.UNKNOWN;
        }
        return Type.TEXT;
    }

    private Type ofUnary(Unary unary, Scope scope) {
        Type of = of(unary.of(), scope);
        boolean not = unary.operator().equals("!");
        if (not ? !of.is(Type.Kind.TRUTH) : !of.isNumber()) {
            problems.add(unary.at(), Lint.WRONG_OPERAND, unary.operator() + " does not go with " + of);
            return Type.UNKNOWN;
        }
        return of;
    }

    private Type ofBinary(Binary binary, Scope scope) {
        Type left = of(binary.left(), scope);
        Type right = of(binary.right(), scope);
        return comparing.of(binary, left, right);
    }

    private Type ofOneOf(OneOf oneOf, Scope scope) {
        Type of = of(oneOf.of(), scope);
        for (Expression one : oneOf.list()) {
            comparing.equality(one.at(), oneOf.of(), of, one, of(one, scope));
        }
        return Type.TRUTH;
    }

    private Type ofChoice(Choice choice, Scope scope) {
        if (!of(choice.condition(), scope).is(Type.Kind.TRUTH)) {
            problems.add(choice.at(), Lint.NOT_A_TEST, "what stands before ? must be true or false");
        }
        Type yes = of(choice.yes(), scope);
        Type no = of(choice.no(), scope);
        if (yes.isNumber() && no.isNumber()) {
            return yes.kind() == Type.Kind.WHOLE ? no : yes;
        }
        return yes.kind() == no.kind() ? yes : Type.UNKNOWN;
    }

    private Type refuse(int at, Lint lint, String message, String word, Collection<String> known) {
        problems.add(at, lint, message, Nearest.hint(word, known));
        return Type.UNKNOWN;
    }
}
