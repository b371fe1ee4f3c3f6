package io.tical.server.bankfile;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tical.common.Json;
import io.tical.server.bankfile.CsvProfile.Form;
import io.tical.server.bankfile.CsvProfile.Role;
import io.tical.server.bankfile.StatementReader.Context;
import io.tical.server.bankfile.StatementReader.Source;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A profile that most probably reads a file, taken from what the file says.
 *
 * @param profile null if the file has no names of columns, no dates or no amounts
 * @param guesses what a person should check
 */
public record ProfileProposal(@Nullable CsvProfile profile, List<Guess> guesses) {
    private static final List<Role> MONEY = List.of(Role.AMOUNT, Role.DEBIT, Role.CREDIT);
    private static final String NAME = "New layout";
    private static final Map<String, String> DELIMITERS =
            Map.of(",", "commas", ";", "semicolons", "\t", "tabs", "|", "strokes");

    /**
     * @param context with the day on which the file came
     * @throws BankFileException if the file is no table
     */
    public static ProfileProposal of(Source source, Context context) throws BankFileException, IOException {
        StatementFormats.requireTable(Beginning.of(source));
        return of(Sample.of(source), context);
    }

    static ProfileProposal of(Sample sample, Context context) throws BankFileException, IOException {
        return new Proposing(TableShape.of(sample), context).propose(sample);
    }

    private static final class Proposing {
        private final TableShape shape;
        private final Context context;
        private final List<Guess> guesses = new ArrayList<>();
        private final ObjectNode profile = Json.mapper().createObjectNode();

        Proposing(TableShape shape, Context context) {
            this.shape = shape;
            this.context = context;
        }

        ProfileProposal propose(Sample sample) throws BankFileException, IOException {
            if (shape.form() == Form.DELIMITED) {
                guesses.add(
                        Guess.of(Guess.Kind.DELIMITER, DELIMITERS.getOrDefault(shape.delimiter(), shape.delimiter())));
            }
            if (shape.names() < 0) {
                guesses.add(Guess.of(Guess.Kind.NAMES_NONE));
                return new ProfileProposal(null, List.copyOf(guesses));
            }
            guesses.add(Guess.of(
                    Guess.Kind.NAMES_LINE,
                    shape.rows().get(shape.names()).place().line()));
            var named = named();
            var dates = DateColumns.of(shape.data(), named, context.today());
            var date = dates.roles().get(Role.DATE);
            if (date == null) {
                guesses.add(Guess.of(Guess.Kind.DATE_NONE));
                return new ProfileProposal(null, List.copyOf(guesses));
            }
            guesses.add(Guess.of(Guess.Kind.DATE, name(date), dates.dates().getFirst()));
            if (dates.dayFirst()) {
                guesses.add(Guess.of(Guess.Kind.DATE_DAY_FIRST));
            }
            var entries = entries(dates);
            var amounts = AmountColumns.of(entries, new HashSet<>(dates.roles().values()), named);
            tell(amounts);
            if (!amounts.roles().containsKey(Role.AMOUNT) && !amounts.roles().containsKey(Role.CREDIT)) {
                return new ProfileProposal(null, List.copyOf(guesses));
            }
            write(dates, amounts, named, entries);
            var lines = LinePatterns.of(sample, CsvProfile.parse(profile.toString()), shape.names(), context);
            if (!lines.isEmpty()) {
                lines.forEach(profile.putArray("lines")::add);
                guesses.add(Guess.of(Guess.Kind.LINES, lines.size()));
            }
            return new ProfileProposal(CsvProfile.parse(profile.toString()), List.copyOf(guesses));
        }

        private Map<Integer, Role> named() {
            var named = new HashMap<Integer, Role>();
            var cells = shape.rows().get(shape.names()).cells();
            for (int at = 0; at < cells.size(); at++) {
                var column = at;
                KnownNames.role(cells.get(at).text()).ifPresent(role -> named.put(column, role));
            }
            return named;
        }

        private String name(int column) {
            var cells = shape.rows().get(shape.names()).cells();
            var name =
                    column < cells.size() ? CellText.collapse(cells.get(column).text()) : "";
            return name.isEmpty() ? "#" + (column + 1) : name;
        }

        /** The rows with a date. */
        private List<Row> entries(DateColumns dates) {
            var date = dates.roles().getOrDefault(Role.DATE, 0);
            var forms = dates.dates().stream().map(DateForm::new).toList();
            return shape.data().stream()
                    .filter(row -> date < row.cells().size())
                    .filter(row -> forms.stream()
                            .anyMatch(form ->
                                    form.read(row.cells().get(date).text()).isPresent()))
                    .toList();
        }

        private void tell(AmountColumns amounts) {
            var roles = amounts.roles();
            var balance = roles.get(Role.BALANCE);
            if (amounts.comma()) {
                guesses.add(Guess.of(Guess.Kind.COMMA));
            }
            if (!roles.containsKey(Role.AMOUNT) && !(roles.containsKey(Role.DEBIT) && roles.containsKey(Role.CREDIT))) {
                guesses.add(Guess.of(Guess.Kind.AMOUNTS_NONE));
                return;
            }
            guesses.add(
                    amounts.proved() > 0 && balance != null
                            ? Guess.of(Guess.Kind.AMOUNTS_PROVED, name(balance), amounts.proved())
                            : Guess.of(Guess.Kind.AMOUNTS_BY_NAME));
            var sign = roles.get(Role.SIGN);
            if (sign != null) {
                guesses.add(
                        amounts.negative().isEmpty()
                                ? Guess.of(Guess.Kind.SIGN_UNKNOWN, name(sign))
                                : Guess.of(Guess.Kind.SIGN, name(sign), String.join(", ", amounts.negative())));
            }
        }

        private void write(DateColumns dates, AmountColumns amounts, Map<Integer, Role> named, List<Row> entries) {
            profile.put("name", NAME);
            profile.put("form", shape.form().word());
            profile.put("delimiter", shape.delimiter());
            dates.dates().forEach(profile.putArray("dates")::add);
            dates.times().forEach(profile.putArray("times")::add);
            profile.put("comma", amounts.comma());
            profile.put("debit_negative", amounts.debitNegative());
            var roles = new LinkedHashMap<Role, Integer>(dates.roles());
            amounts.roles().forEach((role, column) -> {
                if (role != Role.SIGN || !amounts.negative().isEmpty()) {
                    roles.put(role, column);
                }
            });
            amounts.negative().forEach(profile.withArray("negative")::add);
            named.forEach((column, role) -> {
                if (isText(role) && !roles.containsValue(column)) {
                    roles.putIfAbsent(role, column);
                }
            });
            var unique = shape.uniqueNames();
            var columns = profile.putObject("columns");
            roles.forEach((role, column) -> column(
                    columns.putObject(role.name().toLowerCase(Locale.ROOT)), column, unique, !isFull(entries, column)));
            var texts = profile.putArray("texts");
            var cells = shape.rows().get(shape.names()).cells();
            for (int at = 0; at < cells.size(); at++) {
                if (!roles.containsValue(at) && unique.containsKey(at)) {
                    column(texts.addObject(), at, unique, false);
                }
            }
            if (isZero(entries, amounts) && !amounts.negative().contains("-")) {
                profile.withArray("empty").add("-");
            }
        }

        /** Whether cells say with a hyphen that they have no value. */
        private static boolean isZero(List<Row> entries, AmountColumns amounts) {
            return entries.stream()
                    .anyMatch(row -> MONEY.stream()
                            .flatMap(role -> Optional.ofNullable(amounts.roles().get(role)).stream())
                            .anyMatch(column -> column < row.cells().size()
                                    && CellText.collapse(row.cells().get(column).text())
                                            .equals("-")));
        }

        private static boolean isText(Role role) {
            return switch (role) {
                case CODE, CHEQUE, REFERENCE, NUMBER, ACCOUNT, CURRENCY -> true;
                case DATE, TIME, VALUE_DATE, DEBIT, CREDIT, AMOUNT, SIGN, BALANCE, BALANCE_SIGN -> false;
            };
        }

        private static boolean isFull(List<Row> entries, int column) {
            return entries.stream()
                    .allMatch(row -> column < row.cells().size()
                            && !row.cells().get(column).blank());
        }

        private static void column(ObjectNode to, int at, Map<Integer, String> unique, boolean optional) {
            var name = Optional.ofNullable(unique.get(at));
            name.ifPresent(known -> to.putArray("names").add(known));
            if (name.isEmpty()) {
                to.put("position", at);
            }
            to.put("optional", optional);
        }
    }
}
