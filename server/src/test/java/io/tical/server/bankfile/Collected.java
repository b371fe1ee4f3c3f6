package io.tical.server.bankfile;

import io.tical.server.bankfile.BankStatement.Foot;
import io.tical.server.bankfile.BankStatement.Head;
import io.tical.server.bankfile.StatementReader.Context;
import io.tical.server.bankfile.StatementReader.Limits;
import io.tical.server.bankfile.StatementReader.Sink;
import io.tical.server.bankfile.StatementReader.Source;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** The statements that a reader found in a file. */
final class Collected implements Sink {
    static final Context CONTEXT = new Context(
            currency -> {
                var scale = Map.of("THB", 2, "EUR", 2, "JPY", 0, "KWD", 3).get(currency);
                return scale == null ? OptionalInt.empty() : OptionalInt.of(scale);
            },
            LocalDate.of(2026, 11, 27),
            Limits.DEFAULT);

    final List<One> statements = new ArrayList<>();

    /** One statement. */
    static final class One {
        final Head head;
        final List<BankEntry> entries = new ArrayList<>();
        Foot foot = new Foot(null, null, BankStatement.Proof.NONE, List.of());
        boolean ended;

        One(Head head) {
            this.head = head;
        }

        List<Notice.Kind> notices() {
            return foot.notices().stream().map(Notice::kind).toList();
        }
    }

    static List<One> read(StatementReader reader, byte[] file) throws BankFileException, IOException {
        return read(reader, () -> new ByteArrayInputStream(file), CONTEXT);
    }

    static List<One> read(StatementReader reader, Source source, Context context)
            throws BankFileException, IOException {
        var collected = new Collected();
        reader.read(source, context, collected);
        if (collected.statements.stream().anyMatch(one -> !one.ended)) {
            throw new AssertionError("a statement did not end");
        }
        return collected.statements;
    }

    @Override
    public void begin(Head head) {
        if (!statements.isEmpty() && !statements.getLast().ended) {
            throw new AssertionError("the statement before did not end");
        }
        statements.add(new One(head));
    }

    @Override
    public void entry(BankEntry entry) {
        statements.getLast().entries.add(entry);
    }

    @Override
    public void end(Foot foot) {
        statements.getLast().foot = foot;
        statements.getLast().ended = true;
    }
}
