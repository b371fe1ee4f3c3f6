package io.tical.server.ledger;

import io.tical.db.Journal;
import io.tical.db.Session;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The end of a chain, to be noted where nobody who may change the database can write: it stands for everything before it.
 *
 * @param chain organization, environment and currency of a wallet, or {@code journal} and the id of one of its chains
 * @param number of the last transfer that is sealed, or of the last row of the journal
 * @param hash in hex: the hash of the seal, 32 bytes, or the MAC of the row, 16 bytes
 */
public record Head(String chain, long number, String hash) {
    private static final String UUID_TEXT = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
    private static final Pattern WALLET = Pattern.compile("(" + UUID_TEXT + ") (test|live) ([A-Z]+)");
    private static final Pattern JOURNAL = Pattern.compile(Journal.TABLE + " (" + UUID_TEXT + ")");
    private static final Pattern LINE =
            Pattern.compile("(%s|%s) ([0-9]{1,18}) ([0-9a-f]{32,64})".formatted(WALLET.pattern(), JOURNAL.pattern()));
    private static final int MAC_BYTES = 16;

    static Head of(Seal seal) {
        var wallet = seal.wallet();
        var environment = wallet.livemode() ? "live" : "test";
        return new Head(
                wallet.organizationId() + " " + environment + " " + wallet.currency(),
                seal.toSeq(),
                HexFormat.of().formatHex(seal.hash()));
    }

    /** @param mac with the checksums that follow it */
    static Head ofJournal(UUID chain, long number, byte[] mac) {
        return new Head(Journal.TABLE + " " + chain, number, HexFormat.of().formatHex(Arrays.copyOf(mac, MAC_BYTES)));
    }

    /** Chain, number and hash: how a head is noted. */
    public String line() {
        return chain + " " + number + " " + hash;
    }

    /** Reads a line; empty if it is none. */
    public static Optional<Head> ofLine(String line) {
        var parts = LINE.matcher(line.strip());
        return parts.matches()
                ? Optional.of(new Head(
                        parts.group(1),
                        Long.parseLong(parts.group(parts.groupCount() - 1)),
                        parts.group(parts.groupCount())))
                : Optional.empty();
    }

    /** Adds a finding unless this head is still in its chain. */
    void requireStored(Session session, Findings findings) {
        var wallet = WALLET.matcher(chain);
        if (wallet.matches()) {
            var key = new WalletKey(
                    UUID.fromString(wallet.group(1)), wallet.group(2).equals("live"), wallet.group(3));
            var found = SealStore.endingAt(session, key, number).map(Head::of);
            requireSame(
                    found,
                    "seal",
                    WalletAudit.describe(key) + " to transfer " + number,
                    "no seal that ends there",
                    findings);
        } else {
            var id = UUID.fromString(chain.substring(Journal.TABLE.length() + 1));
            var found = Journal.mac(session, new Journal.Place(id, number)).map(mac -> ofJournal(id, number, mac));
            requireSame(found, Journal.TABLE, "chain " + id + ", number " + number, "no such row", findings);
        }
    }

    private void requireSame(Optional<Head> found, String table, String key, String none, Findings findings) {
        if (!found.equals(Optional.of(this))) {
            findings.add(
                    table,
                    key,
                    "the hash " + hash + ", which was noted",
                    found.map(Head::hash).orElse(none));
        }
    }
}
