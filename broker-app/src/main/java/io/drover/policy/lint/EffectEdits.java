package io.drover.policy.lint;

import com.github.javaparser.JavaParser;
import com.github.javaparser.JavaToken;
import com.github.javaparser.ParserConfiguration;
import com.github.javaparser.ParserConfiguration.LanguageLevel;
import com.github.javaparser.Position;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.DoubleLiteralExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.IntegerLiteralExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.UnaryExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.drools.drl.ast.descr.RuleDescr;

/** The small changes of what one rule says. */
final class EffectEdits {

    private static final Map<String, String> BARS =
            Map.of("Bars.NEW_SESSION", "Bars.ANY_SESSION", "Bars.ANY_SESSION", "Bars.NEW_SESSION");
    private static final String SCORE = "score";
    private static final String DEDUCT = "deduct";
    private static final String PROPOSE = "propose";

    private final FileText code;
    private final int start;
    private final List<Edit> edits = new ArrayList<>();

    private EffectEdits(String code, int start) {
        this.code = new FileText("", code);
        this.start = start;
    }

    static List<Edit> of(FileText text, RuleDescr rule) {
        String code = String.valueOf(rule.getConsequence());
        int at = text.find(code, text.startOfLine(rule.getConsequenceLine()));
        EffectEdits edits = new EffectEdits("{" + code + "}", at - 1);
        edits.block();
        return edits.edits;
    }

    private void block() {
        JavaParser parser = new JavaParser(new ParserConfiguration().setLanguageLevel(LanguageLevel.JAVA_17));
        BlockStmt block = parser.parseBlock(code.text())
                .getResult()
                .orElseThrow(() -> new IllegalArgumentException("a then part that the contract refuses"));
        for (MethodCallExpr call : block.findAll(MethodCallExpr.class)) {
            if (call.getNameAsString().equals(SCORE)) {
                calculation(call.getArgument(call.getArguments().size() - 1), true);
            } else if (call.getNameAsString().equals(DEDUCT)) {
                calculation(call.getArgument(1), true);
            } else if (call.getNameAsString().equals(PROPOSE)) {
                call.getArguments().forEach(argument -> calculation(argument, false));
            }
        }
        block.findAll(FieldAccessExpr.class).forEach(this::bars);
    }

    private void bars(FieldAccessExpr constant) {
        String other = BARS.get(constant.toString());
        if (other != null) {
            edits.add(Edit.replace(place(constant), constant.toString(), other));
        }
    }

    /** @param factors whether its numbers count as such, and not by their order alone */
    private void calculation(Expression points, boolean factors) {
        points.walk(node -> {
            if (node instanceof UnaryExpr unary && unary.getOperator() == UnaryExpr.Operator.MINUS) {
                edits.add(new Edit(place(unary), place(unary) + 1, "", "- dropped"));
            } else if (node instanceof BinaryExpr binary) {
                operator(binary);
            } else if (factors && node instanceof IntegerLiteralExpr whole) {
                number(whole, whole.getValue());
            } else if (factors && node instanceof DoubleLiteralExpr decimal) {
                number(decimal, decimal.getValue());
            }
        });
    }

    private void number(Node literal, String number) {
        Nudge.both(number).forEach(other -> edits.add(Edit.replace(place(literal), number, other)));
    }

    private void operator(BinaryExpr binary) {
        String sign = binary.getOperator().asString();
        String other = Map.of("+", "-", "-", "+").get(sign);
        JavaToken token = binary.getLeft().getTokenRange().orElseThrow().getEnd();
        while (other != null && !token.getText().equals(sign)) {
            token = token.getNextToken().orElseThrow();
        }
        if (other != null) {
            edits.add(Edit.replace(place(token.getRange().orElseThrow().begin), sign, other));
        }
    }

    private int place(Node node) {
        return place(node.getBegin().orElseThrow());
    }

    private int place(Position position) {
        return start + code.startOfLine(position.line) + position.column - 1;
    }
}
