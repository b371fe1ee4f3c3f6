package io.tical.server.bankfile;

import io.tical.server.bankfile.BankStatement.Foot;
import io.tical.server.bankfile.BankStatement.Head;
import io.tical.server.bankfile.StatementReader.Context;
import io.tical.server.bankfile.StatementReader.Limits;
import io.tical.server.bankfile.StatementReader.Sink;
import io.tical.server.bankfile.StatementReader.Source;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Keeps what a reader passes on, and checks that it comes in order. */
final class Recorder implements Sink {
    static final LocalDate TODAY = LocalDate.of(2026, 11, 27);
    private static final Map<String, Integer> SCALES = Map.of("THB", 2, "EUR", 2, "USD", 2, "JPY", 0, "KWD", 3);

    private final List<Statement> statements = new ArrayList<>();
    private boolean open;

    record Statement(Head head, List<BankEntry> entries, List<Foot> feet) {
        Foot foot() {
            return feet.getFirst();
        }

        List<Notice.Kind> notices() {
            return foot().notices().stream().map(Notice::kind).toList();
        }
    }

    static Context context() {
        return context(Limits.DEFAULT);
    }

    static Context context(Limits limits) {
        return new Context(Recorder::scale, TODAY, limits);
    }

    static OptionalInt scale(String currency) {
        var scale = SCALES.get(currency);
        return scale == null ? OptionalInt.empty() : OptionalInt.of(scale);
    }

    static Source source(byte[] bytes) {
        return () -> new ByteArrayInputStream(bytes);
    }

    static List<Statement> read(StatementReader reader, byte[] bytes) throws BankFileException, IOException {
        return read(reader, source(bytes), context());
    }

    static List<Statement> read(StatementReader reader, String text) throws BankFileException, IOException {
        return read(reader, text.getBytes(StandardCharsets.UTF_8));
    }

    static List<Statement> read(StatementReader reader, Source source, Context context)
            throws BankFileException, IOException {
        var recorder = new Recorder();
        reader.read(source, context, recorder);
        if (recorder.open) {
            throw new IllegalStateException("a statement has no foot");
        }
        return recorder.statements;
    }

    @Override
    public void begin(Head head) {
        check(!open);
        open = true;
        statements.add(new Statement(head, new ArrayList<>(), new ArrayList<>()));
    }

    @Override
    public void entry(BankEntry entry) {
        check(open);
        var entries = statements.getLast().entries();
        entries.add(entry);
        check(entry.position() == entries.size());
    }

    @Override
    public void end(Foot foot) {
        check(open);
        open = false;
        statements.getLast().feet().add(foot);
    }

    private static void check(boolean inOrder) {
        if (!inOrder) {
            throw new IllegalStateException("out of order");
        }
    }
}
