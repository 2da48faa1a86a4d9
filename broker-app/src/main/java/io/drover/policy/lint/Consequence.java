package io.drover.policy.lint;

import com.github.javaparser.JavaParser;
import com.github.javaparser.ParseResult;
import com.github.javaparser.ParserConfiguration;
import com.github.javaparser.ParserConfiguration.LanguageLevel;
import com.github.javaparser.Position;
import com.github.javaparser.Problem;
import com.github.javaparser.TokenRange;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.BooleanLiteralExpr;
import com.github.javaparser.ast.expr.ConditionalExpr;
import com.github.javaparser.ast.expr.DoubleLiteralExpr;
import com.github.javaparser.ast.expr.EnclosedExpr;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.IntegerLiteralExpr;
import com.github.javaparser.ast.expr.LongLiteralExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.StringLiteralExpr;
import com.github.javaparser.ast.expr.UnaryExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.Statement;
import io.drover.policy.lint.Expression.Binary;
import io.drover.policy.lint.Expression.Choice;
import io.drover.policy.lint.Expression.Invocation;
import io.drover.policy.lint.Expression.Literal;
import io.drover.policy.lint.Expression.Member;
import io.drover.policy.lint.Expression.Name;
import io.drover.policy.lint.Expression.Unary;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a right-hand side. It is Java to Drools, but of Java it may have calls on facts, texts, numbers and arithmetic
 * only.
 */
final class Consequence {

    private static final String NOT_ALLOWED = "the then part only says things";

    /** What is no Java, and the one thing of Drools that many know. */
    private static final Pattern MODIFY = Pattern.compile("\\bmodify\\s*\\(");

    private static final Pattern FOUND = Pattern.compile("Found\\s+(\\S+?),");

    private final String code;
    private final int start;

    private Consequence(String code, int start) {
        this.code = code;
        this.start = start;
    }

    /**
     * The calls that it makes, in order.
     *
     * @param at its place in the file
     */
    static List<Invocation> parse(String code, int at) throws UnreadableException {
        Consequence consequence = new Consequence("{" + code + "}", at - 1);
        JavaParser parser = new JavaParser(new ParserConfiguration().setLanguageLevel(LanguageLevel.JAVA_17));
        ParseResult<BlockStmt> parsed = parser.parseBlock(consequence.code);
        BlockStmt block = parsed.getResult().orElse(null);
        if (!parsed.isSuccessful() || block == null) {
            throw consequence.unreadable(parsed.getProblems());
        }
        List<Invocation> calls = new ArrayList<>();
        for (Statement statement : block.getStatements()) {
            calls.add(consequence.call(statement));
        }
        return calls;
    }

    private UnreadableException unreadable(List<Problem> problems) {
        Matcher modify = MODIFY.matcher(code);
        if (modify.find()) {
            return new UnreadableException(start + modify.start(), Lint.ONLY_EFFECTS, NOT_ALLOWED);
        }
        Problem first = problems.get(0);
        int at = first.getLocation()
                .flatMap(TokenRange::toRange)
                .map(range -> place(range.begin))
                .orElse(start + 1);
        Matcher found = FOUND.matcher(first.getMessage());
        String what = found.find() ? ": unexpected " + found.group(1) : "";
        return new UnreadableException(at, Lint.SYNTAX, "it cannot be read as Java" + what);
    }

    private Invocation call(Statement statement) throws UnreadableException {
        boolean isCall = statement.isExpressionStmt()
                && statement.asExpressionStmt().getExpression().isMethodCallExpr();
        if (!isCall) {
            throw new UnreadableException(place(statement), Lint.ONLY_EFFECTS, NOT_ALLOWED);
        }
        return invocation(statement.asExpressionStmt().getExpression().asMethodCallExpr());
    }

    private Invocation invocation(MethodCallExpr call) throws UnreadableException {
        Node scope = call.getScope().orElse(null);
        if (scope == null || call.getTypeArguments().isPresent()) {
            throw new UnreadableException(place(call), Lint.ONLY_EFFECTS, NOT_ALLOWED);
        }
        List<Expression> arguments = new ArrayList<>();
        for (Node argument : call.getArguments()) {
            arguments.add(expression(argument));
        }
        return new Invocation(place(call.getName()), expression(scope), call.getNameAsString(), arguments);
    }

    private Expression expression(Node node) throws UnreadableException {
        int at = place(node);
        if (node instanceof NameExpr name) {
            return new Name(at, name.getNameAsString());
        } else if (node instanceof StringLiteralExpr text) {
            return new Literal(at, Type.TEXT, '"' + text.getValue() + '"');
        } else if (node instanceof IntegerLiteralExpr || node instanceof LongLiteralExpr) {
            return new Literal(at, Type.WHOLE, node.toString());
        } else if (node instanceof DoubleLiteralExpr) {
            return new Literal(at, Type.DECIMAL, node.toString());
        } else if (node instanceof BooleanLiteralExpr) {
            return new Literal(at, Type.TRUTH, node.toString());
        } else if (node instanceof EnclosedExpr enclosed) {
            return expression(enclosed.getInner());
        } else if (node instanceof MethodCallExpr call) {
            return invocation(call);
        } else if (node instanceof FieldAccessExpr field) {
            return new Member(place(field.getName()), expression(field.getScope()), field.getNameAsString());
        } else if (node instanceof BinaryExpr binary) {
            return binary(at, binary);
        } else if (node instanceof UnaryExpr unary) {
            return unary(at, unary);
        } else if (node instanceof ConditionalExpr choice) {
            return new Choice(
                    at,
                    expression(choice.getCondition()),
                    expression(choice.getThenExpr()),
                    expression(choice.getElseExpr()));
        }
        throw new UnreadableException(at, Lint.ONLY_EFFECTS, NOT_ALLOWED);
    }

    private Expression binary(int at, BinaryExpr binary) throws UnreadableException {
        return switch (binary.getOperator()) {
            case PLUS,
                    MINUS,
                    MULTIPLY,
                    DIVIDE,
                    REMAINDER,
                    EQUALS,
                    NOT_EQUALS,
                    LESS,
                    LESS_EQUALS,
                    GREATER,
                    GREATER_EQUALS,
                    AND,
                    OR ->
                new Binary(
                        at,
                        binary.getOperator().asString(),
                        expression(binary.getLeft()),
                        expression(binary.getRight()));
            default -> throw new UnreadableException(at, Lint.ONLY_EFFECTS, NOT_ALLOWED);
        };
    }

    private Expression unary(int at, UnaryExpr unary) throws UnreadableException {
        return switch (unary.getOperator()) {
            case MINUS -> new Unary(at, "-", expression(unary.getExpression()));
            case LOGICAL_COMPLEMENT -> new Unary(at, "!", expression(unary.getExpression()));
            default -> throw new UnreadableException(at, Lint.ONLY_EFFECTS, NOT_ALLOWED);
        };
    }

    private int place(Node node) {
        return node.getBegin().map(this::place).orElse(start + 1);
    }

    private int place(Position position) {
        FileText text = new FileText("", code);
        return start + text.startOfLine(position.line) + position.column - 1;
    }
}
