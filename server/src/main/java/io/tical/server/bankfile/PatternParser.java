package io.tical.server.bankfile;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** The syntax of a {@link LinearPattern}. */
final class PatternParser {
    private static final int REPEAT_MAX = 100;
    private static final int DEPTH_MAX = 20;
    private static final String SPECIAL = "\\.[](){}|*+?^$;-/'\" ";

    private final String text;
    private final List<String> names;
    private int at;
    private int depth;

    sealed interface Node {}

    /** @param literal the only character that is accepted; -1 if there are others */
    record Chars(IntPredicate accepts, int literal) implements Node {
        static Chars of(char c) {
            return new Chars(other -> other == c, c);
        }

        static Chars any(IntPredicate accepts) {
            return new Chars(accepts, -1);
        }
    }

    record Sequence(List<Node> parts) implements Node {}

    record Either(Node first, Node second) implements Node {}

    record Named(int group, Node node) implements Node {}

    record Repeat(Node node, int min, int max, boolean lazy) implements Node {
        static final int UNLIMITED = -1;
    }

    /** @param names takes the names of the groups, in their order */
    PatternParser(String text, List<String> names) {
        this.text = text;
        this.names = names;
    }

    Node parse() {
        var node = alternatives();
        if (at < text.length()) {
            throw invalid("a group is closed that is not open");
        }
        return node;
    }

    /** The longest text that is in everything that a node describes, as far as it is easily seen; may be empty. */
    static String literal(Node node) {
        return switch (node) {
            case Chars(IntPredicate _, int literal) -> literal < 0 ? "" : Character.toString(literal);
            case Named(int _, Node inner) -> literal(inner);
            case Repeat(Node inner, int min, int _, boolean _) -> min == 0 ? "" : literal(inner);
            case Either _ -> "";
            case Sequence(List<Node> parts) -> literal(parts);
        };
    }

    private static String literal(List<Node> parts) {
        var longest = "";
        var run = "";
        for (var part : parts) {
            var literal = literal(part);
            run = part instanceof Chars && !literal.isEmpty() ? run + literal : literal;
            longest = run.length() > longest.length() ? run : longest;
            run = part instanceof Chars && !literal.isEmpty() ? run : "";
        }
        return longest;
    }

    private Node alternatives() {
        if (++depth > DEPTH_MAX) {
            throw invalid("the groups are nested too deeply");
        }
        var first = sequence();
        while (take('|')) {
            first = new Either(first, sequence());
        }
        depth--;
        return first;
    }

    private Node sequence() {
        var parts = new ArrayList<Node>();
        while (at < text.length() && peek() != '|' && peek() != ')') {
            parts.add(repeated(single()));
        }
        return new Sequence(parts);
    }

    private Node single() {
        var c = next();
        return switch (c) {
            case '(' -> group();
            case '[' -> Chars.any(characterClass());
            case '.' -> Chars.any(_ -> true);
            case '\\' -> escaped();
            case '*', '+', '?', '{' -> throw invalid("a repetition repeats nothing");
            case '^', '$' -> throw invalid("a pattern always describes the whole text: no " + c);
            default -> Chars.of(c);
        };
    }

    private Node group() {
        if (!take('?')) {
            return closed(alternatives());
        }
        if (take(':')) {
            return closed(alternatives());
        }
        if (!take('<') || at >= text.length() || !isNameStart(peek())) {
            throw invalid("only (?<name>...), (?:...) and (...) are known");
        }
        var name = new StringBuilder();
        while (at < text.length() && (isNameStart(peek()) || Character.isDigit(peek()))) {
            name.append(next());
        }
        if (!take('>')) {
            throw invalid("the name of a group has no end");
        }
        names.add(name.toString());
        return new Named(names.size() - 1, closed(alternatives()));
    }

    private static boolean isNameStart(char c) {
        return (c >= 'a' && c <= 'z') || c == '_';
    }

    private Node closed(Node node) {
        if (!take(')')) {
            throw invalid("a group is not closed");
        }
        return node;
    }

    private IntPredicate characterClass() {
        var negated = take('^');
        IntPredicate any = _ -> false;
        while (at < text.length() && peek() != ']') {
            var from = next();
            if (from == '\\') {
                any = any.or(escape());
            } else if (at + 1 < text.length() && peek() == '-' && text.charAt(at + 1) != ']') {
                at++;
                var to = next();
                if (to == '\\' || to < from) {
                    throw invalid("a range is not valid");
                }
                any = any.or(c -> c >= from && c <= to);
            } else {
                any = any.or(c -> c == from);
            }
        }
        if (!take(']')) {
            throw invalid("a class is not closed");
        }
        return negated ? any.negate() : any;
    }

    private Chars escaped() {
        var c = at < text.length() ? peek() : '\\';
        var accepts = escape();
        return "dDsSwW".indexOf(c) >= 0 ? Chars.any(accepts) : Chars.of(c);
    }

    private IntPredicate escape() {
        if (at >= text.length()) {
            throw invalid("it ends with a backslash");
        }
        var c = next();
        return switch (c) {
            case 'd' -> PatternParser::isDigit;
            case 'D' -> other -> !isDigit(other);
            case 's' -> PatternParser::isBlank;
            case 'S' -> other -> !isBlank(other);
            case 'w' -> PatternParser::isWord;
            case 'W' -> other -> !isWord(other);
            default -> {
                if (SPECIAL.indexOf(c) < 0) {
                    throw invalid("\\" + c + " is not known");
                }
                yield other -> other == c;
            }
        };
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isBlank(int c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }

    private static boolean isWord(int c) {
        return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }

    private Node repeated(Node node) {
        if (at >= text.length()) {
            return node;
        }
        int min;
        int max;
        switch (peek()) {
            case '*' -> {
                min = 0;
                max = Repeat.UNLIMITED;
            }
            case '+' -> {
                min = 1;
                max = Repeat.UNLIMITED;
            }
            case '?' -> {
                min = 0;
                max = 1;
            }
            case '{' -> {
                at++;
                min = number();
                max = take(',') ? peek() == '}' ? Repeat.UNLIMITED : number() : min;
                if (at >= text.length() || peek() != '}' || (max != Repeat.UNLIMITED && max < min)) {
                    throw invalid("a repetition is not valid");
                }
            }
            default -> {
                return node;
            }
        }
        at++;
        return new Repeat(node, min, max, take('?'));
    }

    private int number() {
        var from = at;
        while (at < text.length() && isDigit(peek()) && at - from < 4) {
            at++;
        }
        var number = from == at ? REPEAT_MAX + 1 : Integer.parseInt(text.substring(from, at));
        if (number > REPEAT_MAX || at >= text.length()) {
            throw invalid("a repetition is not a number to " + REPEAT_MAX);
        }
        return number;
    }

    private char peek() {
        return text.charAt(at);
    }

    private char next() {
        return text.charAt(at++);
    }

    private boolean take(char c) {
        if (at < text.length() && text.charAt(at) == c) {
            at++;
            return true;
        }
        return false;
    }

    private IllegalArgumentException invalid(String why) {
        return new IllegalArgumentException("the pattern " + text + " is not valid at " + (at + 1) + ": " + why);
    }
}
