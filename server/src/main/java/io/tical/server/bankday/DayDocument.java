package io.tical.server.bankday;

import io.tical.common.Json;
import io.tical.server.bank.AccountDay.Account;
import io.tical.server.bank.AccountDays.Explained;
import io.tical.server.bank.BankFileContent;
import io.tical.server.bank.PaymentProof;
import io.tical.server.collection.CollectionAccount;
import io.tical.server.transaction.StaffDecision;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * The canonical lines of a line of the chain, each ending with a line feed, fields separated by one space. Amounts are minor units, times are UTC,
 * digests are hexadecimal digits, texts are JSON.
 *
 * <pre>
 * tical-bank-day 1
 * account [id] [bank] [number]
 * environment test|live
 * currency [code]
 * number [of the line, from 1]
 * previous [head of the line before; zeros of the first one]
 * by [who decided] [who asked for it, or null]
 * note [text, or null]
 * closed [day]
 * before [closing balance of the day before]
 * opening [balance]
 * entry [id] [amount] [kind] [amount in the ledger] [id of what it pays, or -] [SHA-256 of everything else, the first 16 digits]
 * closing [balance]
 * ledger [balance]
 * carried [kind] [count] [amount]
 * payment [payin] [time] [amount] [status]
 * head [SHA-256 of the previous head and of the SHA-256 of all bytes before this line]
 * </pre>
 *
 * If days were opened again, {@code reopened [first day] [last day]} is the last line before the head.
 */
final class DayDocument implements AutoCloseable {
    private static final int DIGEST_BYTES = 8;
    private static final int LONG = 64 * 1024;

    private final MessageDigest digest = DaySeal.sha256();
    private final StringBuilder text = new StringBuilder(LONG);
    private final OutputStream out;
    private long size;

    DayDocument(BankFileContent.Parts parts) {
        try {
            this.out = BankFileContent.packing(parts);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What names a line of the chain, and who made it. */
    void begin(
            CollectionAccount account,
            Account of,
            long number,
            byte[] previous,
            StaffDecision by,
            @Nullable String note) {
        line("tical-bank-day 1");
        line("account " + account.id() + " " + account.bankCode() + " " + account.accountNo());
        line("environment " + (of.livemode() ? "live" : "test"));
        line("currency " + account.currency());
        line("number " + number);
        line("previous " + HexFormat.of().formatHex(previous));
        line("by " + Json.text(by.operator()) + " " + quoted(by.askedBy()));
        line("note " + quoted(note));
    }

    private static String quoted(@Nullable String text) {
        return text == null ? "null" : Json.text(text);
    }

    void closed(LocalDate day, long before, long opening) {
        line("closed " + day);
        line("before " + before);
        line("opening " + opening);
    }

    void entry(Explained explained) {
        line(entryLine(explained));
    }

    /** The line of an entry. */
    static String entryLine(Explained explained) {
        var entry = explained.entry();
        var match = entry.match();
        return "entry " + entry.id() + " " + entry.amount() + " "
                + EntryKind.of(explained).word() + " "
                + EntryKind.posted(explained) + " "
                + (match == null ? "-" : match.transaction().id()) + " " + rest(explained);
    }

    private static String rest(Explained explained) {
        var entry = explained.entry();
        var fields = new StringJoiner("\n");
        for (var field : Arrays.asList(
                entry.fileId(),
                entry.time(),
                entry.valueDay(),
                entry.reversal(),
                entry.code(),
                entry.partyName(),
                entry.partyAccount(),
                entry.partyBank(),
                entry.text(),
                entry.endToEnd(),
                entry.bankReference(),
                entry.returnReason(),
                entry.hint().word(),
                entry.details(),
                entry.status().word(),
                entry.reason(),
                entry.decidedBy())) {
            fields.add(field == null ? "null" : Json.text(field.toString()));
        }
        var hash = DaySeal.sha256().digest(fields.toString().getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(hash, 0, DIGEST_BYTES);
    }

    void end(long closing, long ledger, Carried carried, List<PaymentProof> unshown) {
        line("closing " + closing);
        line("ledger " + ledger);
        carried.kinds().forEach((kind, sum) -> line("carried " + kind + " " + sum.count() + " " + sum.amount()));
        unshown.forEach(proof ->
                line("payment " + proof.key().id() + " " + proof.payment().at() + " "
                        + proof.payment().amount() + " " + proof.status().word()));
    }

    void reopened(LocalDate first, LocalDate last) {
        line("reopened " + first + " " + last);
    }

    private void line(String line) {
        text.append(line).append('\n');
        if (text.length() >= LONG) {
            take();
        }
    }

    private void take() {
        write(text.toString().getBytes(StandardCharsets.UTF_8), true);
        text.setLength(0);
    }

    private void write(byte[] bytes, boolean covered) {
        if (covered) {
            digest.update(bytes);
        }
        size += bytes.length;
        try {
            out.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * What a document comes to.
     *
     * @param digest of its lines before the head
     * @param size in bytes, with the line of the head
     */
    record Written(byte[] digest, byte[] head, long size) {}

    /** Writes the head; the last call but {@link #close}. */
    Written written(byte[] previous) {
        take();
        var lines = digest.digest();
        var head = DaySeal.head(previous, lines);
        write(("head " + HexFormat.of().formatHex(head) + "\n").getBytes(StandardCharsets.US_ASCII), false);
        return new Written(lines, head, size);
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
