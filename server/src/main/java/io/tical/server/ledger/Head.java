package io.tical.server.ledger;

import io.tical.db.Journal;
import io.tical.db.Session;
import io.tical.server.key.WalletKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The end of a chain. It covers everything before it, so it is stored where nobody who can change the database can write. If a wallet's
 * last transfers are not sealed, the last transfer is a head too.
 *
 * @param chain organization, environment and currency of a wallet; {@code transfer} and the same; or {@code journal} and the id of one of
 *     its chains
 * @param number the number of the last sealed transfer, of the last transfer, or of the last row of the journal
 * @param hash in hex: the hash of the seal, 32 bytes, or the MAC of the row, 16 bytes
 */
public record Head(String chain, long number, String hash) {
    private static final String UUID_TEXT = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
    private static final Pattern WALLET = Pattern.compile("(transfer )?(" + UUID_TEXT + ") (test|live) ([A-Z]+)");
    private static final Pattern JOURNAL = Pattern.compile(Journal.TABLE + " (" + UUID_TEXT + ")");
    private static final Pattern LINE =
            Pattern.compile("(%s|%s) ([0-9]{1,18}) ([0-9a-f]{32,64})".formatted(WALLET.pattern(), JOURNAL.pattern()));
    private static final int MAC_BYTES = 16;

    /** The chain of a head. */
    sealed interface Chain {
        record OfSeals(WalletKey wallet) implements Chain {}

        record OfTransfers(WalletKey wallet) implements Chain {}

        record OfJournal(UUID id) implements Chain {}
    }

    static Head of(Seal seal) {
        return new Head(text(seal.wallet()), seal.toSeq(), HexFormat.of().formatHex(seal.hash()));
    }

    /** @param mac with the checksums that follow it */
    static Head ofTransfer(WalletKey wallet, long seq, byte[] mac) {
        return new Head("transfer " + text(wallet), seq, HexFormat.of().formatHex(Arrays.copyOf(mac, MAC_BYTES)));
    }

    /** @param mac with the checksums that follow it */
    static Head ofJournal(UUID chain, long number, byte[] mac) {
        return new Head(Journal.TABLE + " " + chain, number, HexFormat.of().formatHex(Arrays.copyOf(mac, MAC_BYTES)));
    }

    private static String text(WalletKey wallet) {
        return wallet.organizationId() + (wallet.livemode() ? " live " : " test ") + wallet.currency();
    }

    /** Chain, number and hash, as {@link #ofLine} reads them. */
    public String line() {
        return chain + " " + number + " " + hash;
    }

    /** The text of heads at a time: a comment, and a line for each head. */
    public static String lines(Instant at, List<Head> heads) {
        var text = new StringBuilder("# Heads at " + at + ": " + heads.size() + "\n");
        heads.forEach(head -> text.append(head.line()).append('\n'));
        return text.toString();
    }

    /**
     * Reads a file with lines of heads, comments and blank lines.
     *
     * @throws IllegalArgumentException if another line is in it, or no head
     */
    public static List<Head> read(Path file) throws IOException {
        var heads = new ArrayList<Head>();
        var number = 0;
        for (var line : Files.readAllLines(file)) {
            number++;
            if (!line.isBlank() && !line.startsWith("#")) {
                var place = number;
                heads.add(ofLine(line)
                        .orElseThrow(() -> new IllegalArgumentException("line " + place + " of " + file
                                + " is not a head; create the file with: ./tical audit --heads")));
            }
        }
        if (heads.isEmpty()) {
            throw new IllegalArgumentException(file + " contains no head; create the file with: ./tical audit --heads");
        }
        return heads;
    }

    /** Reads a line; empty if it is not a head. */
    static Optional<Head> ofLine(String line) {
        var parts = LINE.matcher(line.strip());
        return parts.matches()
                ? Optional.of(new Head(
                        parts.group(1),
                        Long.parseLong(parts.group(parts.groupCount() - 1)),
                        parts.group(parts.groupCount())))
                : Optional.empty();
    }

    Chain of() {
        var wallet = WALLET.matcher(chain);
        if (!wallet.matches()) {
            return new Chain.OfJournal(UUID.fromString(chain.substring(Journal.TABLE.length() + 1)));
        }
        var key =
                new WalletKey(UUID.fromString(wallet.group(2)), wallet.group(3).equals("live"), wallet.group(4));
        return wallet.group(1) == null ? new Chain.OfSeals(key) : new Chain.OfTransfers(key);
    }

    /** Adds a finding unless this head is still in its chain. */
    void requireStored(Session session, Findings findings) {
        switch (of()) {
            case Chain.OfSeals(var key) ->
                requireSame(
                        SealStore.endingAt(session, key, number).map(Head::of),
                        "seal",
                        WalletAudit.describe(key) + " to transfer " + number,
                        "no seal that ends there",
                        findings);
            case Chain.OfTransfers(var key) ->
                requireSame(
                        AuditStore.entriesOf(session, key, number - 1, 1).stream()
                                .map(AuditStore.Stored::row)
                                .filter(entry -> entry.seq() == number)
                                .findFirst()
                                .flatMap(entry -> Optional.ofNullable(entry.mac()))
                                .map(mac -> ofTransfer(key, number, mac)),
                        LedgerStore.TRANSFERS.table(),
                        WalletAudit.describe(key) + " seq " + number,
                        "no such transfer",
                        findings);
            case Chain.OfJournal(var id) ->
                requireSame(
                        Journal.mac(session, new Journal.Place(id, number)).map(mac -> ofJournal(id, number, mac)),
                        Journal.TABLE,
                        "chain " + id + ", number " + number,
                        "no such row",
                        findings);
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
