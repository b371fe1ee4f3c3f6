package io.tical.server.outward;

import io.tical.common.Word;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.EventType;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Something that left: one record of the {@link OutwardLog}.
 *
 * @param id of the attempt that was sent, or of the event that a merchant was told
 * @param leg the number of the leg, from 1; 0 for an event
 * @param amount minor units
 * @param by the rail of an attempt, or the type of an event
 * @param reference the merchant's; null if there is none
 * @param destination a keyed hash of the account that was paid, 8 bytes; empty for an event
 * @param at whole milliseconds
 * @param position how far the write-ahead log of the database had come at least, in bytes; 0 before it is written down, and in a case
 */
public record Departure(
        Kind kind,
        EventType.Subject subject,
        TransactionKey transaction,
        UUID id,
        int leg,
        long amount,
        String currency,
        String by,
        @Nullable String reference,
        byte[] destination,
        Instant at,
        long position) {
    static final int DESTINATION_BYTES = 8;

    /** The longest encoded record in bytes. */
    static final int BYTES_MAX = 2_000;

    /** What left. Its word is stored with cases. */
    public enum Kind implements Word {
        /** An attempt of a leg was sent, or handed to the people who transfer it. */
        SENT,
        /** A merchant was told a final outcome. */
        TOLD,
        /** People, or a payer, reported that an attempt was transferred. */
        REPORTED
    }

    /** What is about to leave. */
    public Departure(
            Kind kind,
            EventType.Subject subject,
            TransactionKey transaction,
            UUID id,
            int leg,
            long amount,
            String currency,
            String by,
            @Nullable String reference,
            byte[] destination,
            Instant at) {
        this(kind, subject, transaction, id, leg, amount, currency, by, reference, destination, at, 0);
    }

    private static final Kind[] KINDS = Kind.values();
    private static final EventType.Subject[] SUBJECTS = EventType.Subject.values();

    /** It, when the database had come so far. */
    Departure at(long place) {
        return new Departure(
                kind, subject, transaction, id, leg, amount, currency, by, reference, destination, at, place);
    }

    /** The record as bytes, at most {@link #BYTES_MAX}. */
    byte[] encoded() {
        var bytes = new ByteArrayOutputStream(160);
        try (var out = new DataOutputStream(bytes)) {
            out.writeByte(kind.ordinal());
            out.writeByte(subject.ordinal());
            out.writeBoolean(transaction.livemode());
            write(out, transaction.organizationId());
            write(out, transaction.id());
            write(out, id);
            out.writeShort(leg);
            out.writeLong(amount);
            out.writeUTF(currency);
            out.writeUTF(by);
            out.writeUTF(Objects.requireNonNullElse(reference, ""));
            out.writeByte(destination.length);
            out.write(destination);
            out.writeLong(at.toEpochMilli());
            out.writeLong(position);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** @throws IOException if these bytes are no record */
    static Departure decoded(byte[] bytes) throws IOException {
        try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            var kind = KINDS[in.readByte()];
            var subject = SUBJECTS[in.readByte()];
            var livemode = in.readBoolean();
            var transaction = new TransactionKey(id(in), livemode, id(in));
            var id = id(in);
            var leg = in.readUnsignedShort();
            var amount = in.readLong();
            var currency = in.readUTF();
            var by = in.readUTF();
            var reference = in.readUTF();
            var destination = in.readNBytes(in.readByte());
            var at = Instant.ofEpochMilli(in.readLong());
            var position = in.readLong();
            return new Departure(
                    kind,
                    subject,
                    transaction,
                    id,
                    leg,
                    amount,
                    currency,
                    by,
                    reference.isEmpty() ? null : reference,
                    destination,
                    at,
                    position);
        } catch (ArrayIndexOutOfBoundsException unknown) {
            throw new IOException("a record of another version of the program", unknown);
        }
    }

    private static void write(DataOutputStream out, UUID id) throws IOException {
        out.writeLong(id.getMostSignificantBits());
        out.writeLong(id.getLeastSignificantBits());
    }

    private static UUID id(DataInputStream in) throws IOException {
        return new UUID(in.readLong(), in.readLong());
    }

    /** It in a sentence of the log. */
    public String sentence() {
        return String.format(
                Locale.ROOT,
                "%s %s of %s %s, %d %s in minor units by %s at %s, reference %s of organization %s",
                kind.word(),
                id,
                subject.word(),
                transaction.id(),
                amount,
                currency,
                by,
                at,
                reference,
                transaction.organizationId());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Departure that && Arrays.equals(encoded(), that.encoded());
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }
}
