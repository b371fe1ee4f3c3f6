package io.tical.server.statement;

import io.tical.server.key.WalletKey;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * A sealed day of a wallet. Its movements are the transfers from {@code fromSeq} to {@code toSeq}; none if {@code toSeq} is one less. These
 * are the transfers made on the day, by the clock of their node, and those of earlier days that committed after the previous day was
 * sealed.
 *
 * @param number the number of the statement within the wallet, from 1 without gaps
 * @param day in UTC
 * @param head SHA-256 of the head of the day before and of the SHA-256 of the day's lines ({@link DailyLines})
 */
record DailyStatement(
        WalletKey wallet, long number, LocalDate day, long fromSeq, long toSeq, byte[] head, Instant sealedAt) {
    /** The day, in UTC, that contains a time. */
    static LocalDate day(Instant at) {
        return LocalDate.ofInstant(at, ZoneOffset.UTC);
    }

    /** The first instant after a day. */
    static Instant end(LocalDate day) {
        return day.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    }
}
