package io.tical.server.ledger;

import io.tical.server.key.WalletKey;
import io.tical.server.ledger.AuditStore.Entry;
import io.tical.server.ledger.AuditStore.Stored;
import io.tical.server.ledger.Noted.Start;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Proves one wallet's seals from its transfers and from each other. After a wrong seal or transfer it continues with the next seal whose
 * MAC is valid.
 */
final class SealAudit {
    private static final String SEAL = "seal";

    private final WalletKey wallet;
    private final Pages<Stored<Seal>> pages;
    private final Findings findings;
    private long count;
    private @Nullable Stored<Seal> current;
    /** The last sealed transfer; null while it is unknown. */
    private @Nullable Long sealedTo;
    /** The hash that the next seal continues; null while it is unknown. */
    private byte @Nullable [] hash;
    /** The digest of the current seal; null if its transfers cannot be compared with it. */
    private @Nullable MessageDigest digest;
    /** The transfer that the current seal covers next. */
    private long due;

    private @Nullable Head head;
    private @Nullable Entry unsealed;

    /** @param pages the seals; the next one may be this wallet's first after the start */
    SealAudit(WalletKey wallet, Start start, Pages<Stored<Seal>> pages, Findings findings) {
        this.wallet = wallet;
        this.sealedTo = start.sealedTo();
        this.hash = start.hash();
        this.head = start.head();
        this.pages = pages;
        this.findings = findings;
    }

    /**
     * Accepts the wallet's next transfer.
     *
     * @param unaltered whether its MAC is valid
     */
    void cover(Entry entry, boolean unaltered) {
        if (sealedTo != null && entry.seq() <= sealedTo) {
            return;
        }
        closeBefore(entry.seq());
        while (current == null && begins(entry.seq())) {
            begin(pages.take());
            closeBefore(entry.seq());
        }
        if (current == null) {
            unsealed = unsealed == null ? entry : unsealed;
            return;
        }
        unsealed = null;
        if (entry.seq() != due || !unaltered) {
            digest = null;
        } else if (digest != null) {
            digest.update(Objects.requireNonNull(entry.mac()));
        }
        due = entry.seq() + 1;
        closeBefore(due);
    }

    private boolean begins(long seq) {
        var next = pages.peek();
        return next != null && next.row().wallet().equals(wallet) && next.row().fromSeq() <= seq;
    }

    private void begin(Stored<Seal> stored) {
        count++;
        var next = stored.row();
        if (!findings.unaltered(stored.altered(), SEAL, () -> name(next))) {
            findings.about(SealStore.SEALS.key(next));
            sealedTo = null;
            if (!stored.isCredible("from_seq") || !stored.isCredible("to_seq")) {
                hash = null;
                return;
            }
        } else if (sealedTo != null && next.fromSeq() != sealedTo + 1) {
            missing(sealedTo + 1, next);
            hash = null;
        }
        current = stored;
        due = next.fromSeq();
        digest = hash == null ? null : Seal.after(hash);
    }

    private void missing(long fromSeq, Seal next) {
        findings.add(
                SEAL,
                WalletAudit.describe(wallet) + " from transfer " + fromSeq,
                "the seal that begins there",
                "none, the next one has the transfers " + next.fromSeq() + " to " + next.toSeq());
        findings.about(SealStore.SEALS.key(new Seal(wallet, fromSeq, fromSeq, next.hash(), next.sealedAt())));
    }

    /** Ends the current seal if it does not cover this transfer or a later one. */
    private void closeBefore(long seq) {
        if (current == null || current.row().toSeq() >= seq) {
            return;
        }
        var seal = current.row();
        var computed = digest == null || due != seal.toSeq() + 1 ? null : digest.digest();
        if (current.unaltered()) {
            if (computed != null && !MessageDigest.isEqual(computed, seal.hash())) {
                findings.add(
                        SEAL,
                        name(seal) + " hash",
                        hex(computed) + ", from its transfers and the seal before it",
                        hex(seal.hash()));
            }
            hash = seal.hash();
            head = Head.of(seal);
            sealedTo = seal.toSeq();
        } else {
            // The seal may have been moved here from elsewhere.
            hash = null;
        }
        current = null;
        digest = null;
    }

    /**
     * Ends the wallet.
     *
     * @param lastSeq its last transfer
     */
    void end(long lastSeq) {
        closeBefore(lastSeq + 1);
        while (current == null && begins(lastSeq)) {
            begin(pages.take());
            closeBefore(lastSeq + 1);
        }
        if (current != null && current.unaltered()) {
            findings.add(
                    SEAL,
                    name(current.row()),
                    "an end at the wallet's last transfer " + lastSeq + " or before",
                    current.row().toSeq());
        }
        while (begins(Long.MAX_VALUE)) {
            var left = pages.take();
            count++;
            var seal = left.row();
            if (!findings.unaltered(left.altered(), SEAL, () -> name(seal))) {
                findings.about(SealStore.SEALS.key(seal));
            } else {
                findings.add(
                        SEAL,
                        name(seal),
                        lastSeq == 0
                                ? "no seal, because there are no such transfers"
                                : "no seal after the wallet's last transfer " + lastSeq,
                        "this one");
            }
        }
    }

    /** The number of seals of the wallet. */
    long count() {
        return count;
    }

    Optional<Head> head() {
        return Optional.ofNullable(head);
    }

    /** The first transfer after the last seal. */
    Optional<Entry> unsealed() {
        return Optional.ofNullable(unsealed);
    }

    private static String name(Seal seal) {
        return WalletAudit.describe(seal.wallet()) + " transfers " + seal.fromSeq() + " to " + seal.toSeq();
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
