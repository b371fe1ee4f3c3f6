package io.tical.server.ledger;

import io.tical.server.key.WalletKey;
import io.tical.server.ledger.Head.Chain;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The heads after which an audit begins. Everything before them was proved when they were noted. */
final class Noted {
    private final Map<WalletKey, Head> seals = new HashMap<>();
    private final Map<WalletKey, Head> transfers = new HashMap<>();
    private final Map<UUID, Head> chains = new HashMap<>();

    Noted(List<Head> heads) {
        for (var head : heads) {
            switch (head.of()) {
                case Chain.OfSeals(var wallet) -> seals.put(wallet, head);
                case Chain.OfTransfers(var wallet) -> transfers.put(wallet, head);
                case Chain.OfJournal(var id) -> chains.put(id, head);
            }
        }
    }

    /**
     * The point after which the audit of a wallet begins.
     *
     * @param sealedTo the last sealed transfer, 0 if there is none
     * @param hash of its seal
     * @param seq the last transfer, sealed or not
     * @param head the seal, null if there is none
     */
    record Start(
            long sealedTo, byte[] hash, long seq, @Nullable Head head) {
        static final Start OF_ALL = new Start(0, Seal.genesis(), 0, null);
    }

    Start of(WalletKey wallet) {
        var seal = seals.get(wallet);
        var transfer = transfers.get(wallet);
        var sealedTo = seal == null ? 0 : seal.number();
        return new Start(
                sealedTo,
                seal == null ? Seal.genesis() : HexFormat.of().parseHex(seal.hash()),
                transfer == null ? sealedTo : transfer.number(),
                seal);
    }

    /** The noted row of a chain of the journal; null if there is none. */
    @Nullable
    Head of(UUID chain) {
        return chains.get(chain);
    }

    SortedSet<WalletKey> wallets() {
        var wallets = new TreeSet<>(seals.keySet());
        wallets.addAll(transfers.keySet());
        return wallets;
    }

    SortedSet<UUID> chains() {
        return new TreeSet<>(chains.keySet());
    }
}
