package io.tical.server.bankfile;

import io.tical.common.Word;
import io.tical.server.bankfile.BankEntry.Hint;
import io.tical.server.bankfile.CsvProfile.Column;
import io.tical.server.bankfile.CsvProfile.Line;
import io.tical.server.bankfile.CsvProfile.PartyGroup;
import io.tical.server.bankfile.CsvProfile.Role;
import io.tical.server.bankfile.DateForm.Written;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A profile whose patterns and forms were parsed. */
final class CsvLayout {
    private final CsvProfile profile;
    private final String format;
    private final Effort effort;
    private final List<DateForm> dates;
    private final List<DateForm> times;
    private final List<LinearPattern> lines;
    private final List<PartyPattern> parties;
    private final Map<Hint, List<LinearPattern>> hints;
    private final @Nullable LinearPattern begins;

    /** @param bank of the other side if the pattern finds none */
    record PartyPattern(LinearPattern pattern, @Nullable String bank) {}

    /**
     * Where the columns of a file are.
     *
     * @param roles positions
     * @param texts positions
     * @param unknown names of columns that the profile does not have; they are among the texts
     * @param width the cells that every entry has
     * @param names the row of the names of the columns, joined; empty if there is none
     */
    record Placement(Map<Role, Integer> roles, List<Integer> texts, List<String> unknown, int width, String names) {}

    /** A profile whose name is the format of its statements. Exceptions as for the other one. */
    CsvLayout(CsvProfile profile) {
        this(profile, profile.name());
    }

    /**
     * @param format of its statements
     * @throws IllegalArgumentException if a pattern or form is not valid
     */
    CsvLayout(CsvProfile profile, String format) {
        this.profile = profile;
        this.format = format;
        this.effort = Effort.unlimited();
        dates = profile.dates().stream().map(DateForm::new).toList();
        times = profile.times().stream().map(DateForm::new).toList();
        var first = profile.begins();
        begins = first == null ? null : new LinearPattern(first);
        lines = Stream.concat(Stream.ofNullable(begins), patterns(profile.lines()).stream())
                .toList();
        parties = profile.parties().stream()
                .map(party -> new PartyPattern(new LinearPattern(party.pattern()), party.bank()))
                .toList();
        hints = Map.of(
                Hint.FEE, patterns(profile.fees()),
                Hint.INTEREST, patterns(profile.interest()),
                Hint.RETURN, patterns(profile.returns()));
        lines.forEach(line -> checkGroups(line, Line.class));
        parties.forEach(party -> checkGroups(party.pattern(), PartyGroup.class));
    }

    /** The same layout, whose patterns spend this effort. */
    private CsvLayout(CsvLayout same, Effort effort) {
        profile = same.profile;
        format = same.format;
        dates = same.dates;
        times = same.times;
        begins = same.begins;
        lines = same.lines;
        parties = same.parties;
        hints = same.hints;
        this.effort = effort;
    }

    CsvLayout spending(Effort of) {
        return new CsvLayout(this, of);
    }

    private static List<LinearPattern> patterns(List<String> texts) {
        return texts.stream().map(LinearPattern::new).toList();
    }

    private static <E extends Enum<E> & Word> void checkGroups(LinearPattern pattern, Class<E> type) {
        for (var group : pattern.groups()) {
            if (Word.find(type, group).isEmpty()) {
                throw new IllegalArgumentException(
                        "the group " + group + " is not one of " + Word.all(type) + ": " + pattern);
            }
        }
    }

    CsvProfile profile() {
        return profile;
    }

    /** Of its statements. */
    String format() {
        return format;
    }

    /** Where the columns are, if this row shows that the file has this layout. */
    Optional<Placement> placement(Row row) {
        if (begins != null) {
            return begins.matches(row.joined(), effort) ? Optional.of(fixed()) : Optional.empty();
        }
        var positions = positions(row);
        var roles = new EnumMap<Role, Integer>(Role.class);
        for (var column : profile.columns().entrySet()) {
            var at = position(positions, column.getValue());
            if (at.isPresent()) {
                roles.put(column.getKey(), at.get());
            } else if (!column.getValue().optional()) {
                return Optional.empty();
            }
        }
        var texts = new ArrayList<Integer>();
        for (var column : profile.texts()) {
            var at = position(positions, column);
            if (at.isPresent()) {
                texts.add(at.get());
            } else if (!column.optional()) {
                return Optional.empty();
            }
        }
        var known = new HashSet<>(roles.values());
        known.addAll(texts);
        profile.ignored()
                .forEach(name ->
                        Optional.ofNullable(positions.get(CellText.name(name))).ifPresent(known::add));
        var unknown = new ArrayList<String>();
        for (int at = 0; at < row.cells().size(); at++) {
            var cell = row.cells().get(at);
            if (!cell.blank() && !known.contains(at)) {
                unknown.add(CellText.collapse(cell.text()));
                texts.add(at);
            }
        }
        return Optional.of(new Placement(roles, texts, unknown, row.cells().size(), row.joined()));
    }

    private static Optional<Integer> position(Map<String, Integer> positions, Column column) {
        if (column.position() != null) {
            return Optional.of(column.position());
        }
        return column.names().stream()
                .map(name -> Optional.ofNullable(positions.get(CellText.name(name))))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private Placement fixed() {
        var roles = new EnumMap<Role, Integer>(Role.class);
        profile.columns().forEach((role, column) -> roles.put(role, fixed(column)));
        var texts = profile.texts().stream().map(CsvLayout::fixed).toList();
        var width = Stream.concat(roles.values().stream(), texts.stream())
                        .mapToInt(Integer::intValue)
                        .max()
                        .orElseThrow()
                + 1;
        return new Placement(roles, texts, List.of(), width, "");
    }

    private static int fixed(Column column) {
        return Optional.ofNullable(column.position()).orElseThrow();
    }

    /** The first names of the columns that this layout needs and a row of names lacks. */
    List<String> missing(Row row) {
        var positions = positions(row);
        return Stream.concat(profile.columns().values().stream(), profile.texts().stream())
                .filter(column ->
                        !column.optional() && position(positions, column).isEmpty())
                .map(column -> column.names().getFirst())
                .toList();
    }

    private static Map<String, Integer> positions(Row row) {
        var positions = new HashMap<String, Integer>();
        for (int at = 0; at < row.cells().size(); at++) {
            positions.putIfAbsent(CellText.name(row.cells().get(at).text()), at);
        }
        positions.remove("");
        return positions;
    }

    /** Whether the file has no names of columns. */
    boolean headless() {
        return begins != null;
    }

    /** What a row says that is no entry, by its joined cells; empty if it is no such row. */
    Optional<Map<Line, String>> line(String joined) {
        return lines.stream()
                .map(pattern -> pattern.match(joined, effort))
                .flatMap(Optional::stream)
                .findFirst()
                .map(groups -> typed(groups, Line.class));
    }

    /** The other side, with its pattern, as far as the first text says it that a pattern describes. */
    Optional<Found> party(List<String> texts) {
        for (var text : texts) {
            for (var party : parties) {
                var groups = party.pattern().match(text, effort);
                if (groups.isPresent()) {
                    return Optional.of(new Found(typed(groups.get(), PartyGroup.class), party.bank()));
                }
            }
        }
        return Optional.empty();
    }

    /** @param bank of the other side if it is not among the groups */
    record Found(Map<PartyGroup, String> groups, @Nullable String bank) {}

    private static <E extends Enum<E> & Word> Map<E, String> typed(Map<String, String> groups, Class<E> type) {
        var typed = new EnumMap<E, String>(type);
        groups.forEach((name, text) -> typed.put(Word.of(type, name), text));
        return typed;
    }

    Hint hint(@Nullable String code, List<String> texts) {
        var all = Stream.concat(Stream.ofNullable(code), texts.stream()).toList();
        return Stream.of(Hint.RETURN, Hint.FEE, Hint.INTEREST)
                .filter(hint -> hints.getOrDefault(hint, List.of()).stream()
                        .anyMatch(pattern -> all.stream().anyMatch(text -> pattern.matches(text, effort))))
                .findFirst()
                .orElse(Hint.NONE);
    }

    Optional<Written> date(String text) {
        return read(dates, text).filter(Written::hasDate);
    }

    /** A time of day, perhaps with a date beside it. */
    Optional<Written> time(String text) {
        return read(times, text);
    }

    private static Optional<Written> read(List<DateForm> forms, String text) {
        return forms.stream()
                .map(form -> form.read(text))
                .flatMap(Optional::stream)
                .findFirst();
    }
}
