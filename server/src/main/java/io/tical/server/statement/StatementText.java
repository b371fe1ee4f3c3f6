package io.tical.server.statement;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes fields as text without creating objects, because a statement may have a million lines. Not thread-safe. */
final class StatementText {
    private static final DateTimeFormatter TO_SECOND =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter OFFSET = DateTimeFormatter.ofPattern("XXX", Locale.ROOT);

    private static final int LONG = 64 * 1024;
    private static final long[] POWERS = {1, 10, 100, 1_000, 10_000, 100_000, 1_000_000};

    private final ZoneId zone;
    private final StringBuilder text = new StringBuilder(LONG);
    /** The last written second; many lines share it. */
    private long second = Long.MIN_VALUE;

    private String toSecond = "";
    private String offset = "";

    StatementText() {
        this(ZoneOffset.UTC);
    }

    /** @param zone of times */
    StatementText(ZoneId zone) {
        this.zone = zone;
    }

    StatementText add(String plain) {
        text.append(plain);
        return this;
    }

    StatementText add(char plain) {
        text.append(plain);
        return this;
    }

    StatementText add(long number) {
        text.append(number);
        return this;
    }

    /** ISO 8601 with milliseconds and the offset of the zone, as {@code 2026-01-31T12:00:00.000Z} or {@code …+07:00}. */
    StatementText time(Instant at) {
        if (at.getEpochSecond() != second) {
            second = at.getEpochSecond();
            var local = at.atZone(zone);
            toSecond = TO_SECOND.format(local);
            offset = OFFSET.format(local);
        }
        text.append(toSecond).append('.');
        padded(at.getNano() / 1_000_000, 3);
        text.append(offset);
        return this;
    }

    /** An amount of minor units in whole units with all decimal digits, as {@code -0.05}. */
    StatementText decimal(long minor, int scale) {
        if (scale == 0) {
            return add(minor);
        }
        if (minor < 0) {
            text.append('-');
        }
        var unit = POWERS[scale];
        text.append(Math.abs(minor / unit)).append('.');
        padded(Math.abs(minor % unit), scale);
        return this;
    }

    private void padded(long number, int digits) {
        for (int place = digits - 1; place > 0 && number < POWERS[place]; place--) {
            text.append('0');
        }
        text.append(number);
    }

    /** A JSON string or {@code null}. */
    StatementText json(@Nullable String value) {
        if (value == null) {
            text.append("null");
        } else {
            text.append('"');
            JsonStringEncoder.getInstance().quoteAsString(value, text);
            text.append('"');
        }
        return this;
    }

    /** Whether the text is so long that the caller should take it. */
    boolean isLong() {
        return text.length() >= LONG;
    }

    /** Returns the text in UTF-8, and begins a new one. */
    byte[] take() {
        var bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        text.setLength(0);
        return bytes;
    }
}
