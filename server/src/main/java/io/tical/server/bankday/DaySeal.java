package io.tical.server.bankday;

import io.tical.common.Word;
import io.tical.server.bank.AccountDay.Account;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * A line of the chain of an account: a day that was closed, or the days from one on that were opened again. No line is ever changed.
 *
 * @param number from 1 without gaps
 * @param until the last day that it concerns; the day itself if it was closed
 * @param first the first closed day of the account afterwards; null if none is
 * @param ledger the balance by the ledger, minor units; null if days were opened again
 * @param carried what the bank has and the ledger has not
 * @param previous the head of the line before; zeros of the first one
 * @param digest SHA-256 of its lines ({@link DayDocument})
 * @param head SHA-256 of {@code previous} and {@code digest}
 * @param size of its document in bytes
 * @param madeBy the operator who decided, or who approved what {@code askedBy} wanted
 * @param askedBy null if one person decided
 */
record DaySeal(
        Account account,
        long number,
        Kind kind,
        LocalDate day,
        LocalDate until,
        @Nullable LocalDate first,
        @Nullable Long ledger,
        Carried carried,
        byte[] previous,
        byte[] digest,
        byte[] head,
        long size,
        String madeBy,
        @Nullable String askedBy,
        @Nullable String note,
        Instant sealedAt) {
    enum Kind implements Word {
        CLOSED,
        REOPENED
    }

    /** The previous head of the first line of a chain. */
    static byte[] genesis() {
        return new byte[32];
    }

    static byte[] head(byte[] previous, byte[] digest) {
        var head = sha256();
        head.update(previous);
        return head.digest(digest);
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
