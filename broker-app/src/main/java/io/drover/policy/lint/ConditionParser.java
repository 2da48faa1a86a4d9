package io.drover.policy.lint;

import io.drover.policy.lint.Expression.Binary;
import io.drover.policy.lint.Expression.Index;
import io.drover.policy.lint.Expression.Invocation;
import io.drover.policy.lint.Expression.Literal;
import io.drover.policy.lint.Expression.Member;
import io.drover.policy.lint.Expression.Name;
import io.drover.policy.lint.Expression.OneOf;
import io.drover.policy.lint.Expression.Unary;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads one condition. What is not in this small language is refused, so that no more of what Drools understands can be
 * reached from a rule.
 */
final class ConditionParser {

    private static final Set<String> COMPARISONS =
            Set.of("==", "!=", "<", "<=", ">", ">=", "contains", "memberOf", "matches");
    private static final Set<String> REFUSED = Set.of("new", "instanceof", "eval", "from", "function", "import");

    private final List<Token> tokens;
    private int next;

    private ConditionParser(List<Token> tokens) {
        this.tokens = tokens;
    }

    /** @param at the condition's place in the file */
    static Condition parse(String text, int at) throws UnreadableException {
        ConditionParser parser = new ConditionParser(Tokens.of(text, at));
        Condition condition = parser.condition();
        Token left = parser.peek();
        if (left.kind() != Token.Kind.END) {
            throw new UnreadableException(left.at(), Lint.UNREADABLE_CONDITION, "unexpected " + left);
        }
        return condition;
    }

    private Condition condition() throws UnreadableException {
        if (peek().kind() != Token.Kind.NAME || !tokens.get(next + 1).is(":")) {
            return new Condition(null, null, either());
        }
        String variable = take().text();
        take();
        int start = next;
        Expression bound = sum();
        if (!bound.isPath()) {
            throw new UnreadableException(
                    bound.at(), Lint.CALCULATED_BINDING, variable + " would be bound to the first property only");
        }
        if (peek().kind() == Token.Kind.END) {
            return new Condition(variable, bound, null);
        }
        next = start;
        return new Condition(variable, bound, either());
    }

    private Expression either() throws UnreadableException {
        Expression left = both();
        while (peek().is("||")) {
            Token sign = take();
            left = new Binary(sign.at(), sign.text(), left, both());
        }
        return left;
    }

    private Expression both() throws UnreadableException {
        Expression left = one();
        while (peek().is("&&")) {
            Token sign = take();
            left = new Binary(sign.at(), sign.text(), left, one());
        }
        return left;
    }

    private Expression one() throws UnreadableException {
        if (peek().is("!")) {
            Token sign = take();
            return new Unary(sign.at(), "!", one());
        }
        Expression left = sum();
        boolean not = peek().is("not");
        Token sign = tokens.get(not ? next + 1 : next);
        if (sign.is("in")) {
            next += not ? 2 : 1;
            return new OneOf(sign.at(), left, not, list());
        }
        if (!COMPARISONS.contains(sign.text()) || sign.kind() == Token.Kind.TEXT) {
            return left;
        }
        next += not ? 2 : 1;
        return new Binary(sign.at(), sign.text(), left, sum());
    }

    private Expression sum() throws UnreadableException {
        Expression left = product();
        while (peek().is("+") || peek().is("-")) {
            Token sign = take();
            left = new Binary(sign.at(), sign.text(), left, product());
        }
        return left;
    }

    private Expression product() throws UnreadableException {
        Expression left = value();
        while (peek().is("*") || peek().is("/") || peek().is("%")) {
            Token sign = take();
            left = new Binary(sign.at(), sign.text(), left, value());
        }
        return left;
    }

    private Expression value() throws UnreadableException {
        Token token = take();
        if (token.is("-")) {
            return new Unary(token.at(), "-", value());
        }
        if (token.is("(")) {
            Expression inner = either();
            expect(")");
            return inner;
        }
        return switch (token.kind()) {
            case TEXT -> new Literal(token.at(), Type.TEXT, token.text());
            case WHOLE -> new Literal(token.at(), Type.WHOLE, token.text());
            case DECIMAL -> new Literal(token.at(), Type.DECIMAL, token.text());
            case NAME -> path(token);
            case SIGN, END ->
                throw new UnreadableException(token.at(), Lint.UNREADABLE_CONDITION, "unexpected " + token);
        };
    }

    private Expression path(Token first) throws UnreadableException {
        if (REFUSED.contains(first.text())) {
            throw new UnreadableException(
                    first.at(), Lint.UNREADABLE_CONDITION, first.text() + " is not allowed in a condition");
        }
        Expression way = named(null, first);
        while (true) {
            if (peek().is(".")) {
                take();
                Token name = take();
                if (name.kind() != Token.Kind.NAME) {
                    throw new UnreadableException(
                            name.at(), Lint.UNREADABLE_CONDITION, "expected a name, found " + name);
                }
                way = named(way, name);
            } else if (peek().is("[")) {
                Token open = take();
                way = new Index(open.at(), way, sum());
                expect("]");
            } else {
                return way;
            }
        }
    }

    private Expression named(@Nullable Expression of, Token name) throws UnreadableException {
        if (peek().is("(")) {
            return new Invocation(name.at(), of, name.text(), list());
        }
        if (of != null) {
            return new Member(name.at(), of, name.text());
        }
        return switch (name.text()) {
            case "true", "false" -> new Literal(name.at(), Type.TRUTH, name.text());
            case "null" -> new Literal(name.at(), Type.NULL, name.text());
            default -> new Name(name.at(), name.text());
        };
    }

    private List<Expression> list() throws UnreadableException {
        List<Expression> list = new ArrayList<>();
        expect("(");
        while (!peek().is(")")) {
            if (!list.isEmpty()) {
                expect(",");
            }
            list.add(sum());
        }
        take();
        return list;
    }

    private void expect(String sign) throws UnreadableException {
        Token token = take();
        if (!token.is(sign)) {
            throw new UnreadableException(
                    token.at(), Lint.UNREADABLE_CONDITION, "expected " + sign + ", found " + token);
        }
    }

    private Token peek() {
        return tokens.get(next);
    }

    private Token take() {
        Token token = tokens.get(next);
        if (token.kind() != Token.Kind.END) {
            next++;
        }
        return token;
    }
}
