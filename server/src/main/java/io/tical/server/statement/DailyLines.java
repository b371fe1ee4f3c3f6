package io.tical.server.statement;

import io.tical.server.key.WalletKey;
import io.tical.server.ledger.Transfer;
import io.tical.server.ledger.WalletPoint;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDate;
import java.util.HexFormat;

/**
 * The canonical lines of a sealed day, each ending with a line feed, in ASCII, fields separated by one space. Amounts are minor units,
 * times are UTC, digests are 64 hexadecimal digits.
 *
 * <pre>
 * tical-statement 1
 * organization [id]
 * environment test|live
 * currency [code]
 * date [day]
 * previous [head of the day before; zeros on the first day]
 * opening [number of the last movement before] [available] [held] [in_transit]
 * movement [number] [id] [time] [operation] [debit] [credit] [amount] [reference] [available] [held] [in_transit]
 * closing [number of the last movement] [available] [held] [in_transit]
 * head [SHA-256 of the previous head and of the SHA-256 of all bytes before this line]
 * </pre>
 */
final class DailyLines {
    private final MessageDigest digest = sha256();
    private final StatementText text = new StatementText();
    private final byte[] previous;
    private WalletPoint point;

    /** Begins the lines of a day, up to the opening balances. */
    DailyLines(WalletKey wallet, LocalDate day, byte[] previous, WalletPoint opening) {
        this.previous = previous.clone();
        this.point = opening;
        text.add("tical-statement 1\norganization ")
                .add(wallet.organizationId().toString())
                .add("\nenvironment ")
                .add(wallet.livemode() ? "live" : "test")
                .add("\ncurrency ")
                .add(wallet.currency())
                .add("\ndate ")
                .add(day.toString())
                .add("\nprevious ")
                .add(HexFormat.of().formatHex(previous));
        balances("\nopening ");
    }

    /** The previous head of a wallet's first day. */
    static byte[] genesis() {
        return new byte[32];
    }

    /** Adds a movement; returns whether it follows from the one before it. */
    boolean add(Transfer transfer) {
        if (!point.isBefore(transfer)) {
            return false;
        }
        point = WalletPoint.after(transfer);
        text.add("movement ")
                .add(transfer.seq())
                .add(' ')
                .add(transfer.id().toString())
                .add(' ')
                .time(transfer.createdAt())
                .add(' ')
                .add(transfer.posting())
                .add(' ')
                .add(transfer.debit().word())
                .add(' ')
                .add(transfer.credit().word())
                .add(' ')
                .add(transfer.amount())
                .add(' ')
                .add(transfer.reference().toString())
                .add(' ')
                .add(point.available())
                .add(' ')
                .add(point.held())
                .add(' ')
                .add(point.inTransit())
                .add('\n');
        return true;
    }

    /** The number of the last movement so far. */
    long seq() {
        return point.seq();
    }

    /** Returns the bytes since the last call. */
    byte[] take() {
        var bytes = text.take();
        digest.update(bytes);
        return bytes;
    }

    /** Discards the bytes if there are many, for callers that need only the head. */
    void takeWhenLong() {
        if (text.isLong()) {
            take();
        }
    }

    /** Adds the closing balances. The head is available after all bytes were taken. */
    void close() {
        balances("closing ");
    }

    private void balances(String name) {
        text.add(name)
                .add(point.seq())
                .add(' ')
                .add(point.available())
                .add(' ')
                .add(point.held())
                .add(' ')
                .add(point.inTransit())
                .add('\n');
    }

    /** The head of the day; the last call. */
    byte[] head() {
        var head = sha256();
        head.update(previous);
        return head.digest(digest.digest());
    }

    /** The line of a head. */
    static byte[] headLine(byte[] head) {
        return ("head " + HexFormat.of().formatHex(head) + "\n").getBytes(StandardCharsets.US_ASCII);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
