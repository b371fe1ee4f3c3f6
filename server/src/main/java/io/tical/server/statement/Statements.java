package io.tical.server.statement;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.key.WalletKey;
import io.tical.server.ledger.PostingType;
import io.tical.server.ledger.Transfer;
import io.tical.server.ledger.WalletHistory;
import io.tical.server.ledger.WalletPoint;
import io.tical.server.load.ConcurrencyLimits;
import io.tical.server.problem.Problem;
import io.tical.server.statement.Statement.Movement;
import io.tical.server.transaction.MerchantReferences;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Reads statements, for the API and the dashboard. */
public final class Statements {
    private static final int PAGE_ROWS = 2_000;

    private final Database database;
    private final WalletHistory history;
    private final ConcurrencyLimits limits;
    private final Clock clock;
    /** The finders of references, by the operations whose transfers refer to their objects. */
    private final Map<String, MerchantReferences> references;

    /** @param references find the merchants' references of the objects that transfers refer to */
    Statements(Database database, ConcurrencyLimits limits, Clock clock, Collection<MerchantReferences> references) {
        this.database = database;
        this.history = new WalletHistory(database);
        this.limits = limits;
        this.clock = clock;
        var byType = references.stream().collect(Collectors.toMap(MerchantReferences::objectType, one -> one));
        this.references = Arrays.stream(PostingType.values())
                .filter(posting -> byType.containsKey(posting.objectType()))
                .collect(Collectors.toMap(PostingType::word, posting -> byType.get(posting.objectType())));
    }

    /** The end of a statement until now: the end of the current second. The statement contains the movements of that second so far. */
    public Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
    }

    /**
     * Opens a statement: the balances at its ends.
     *
     * @param from whole seconds, inclusive
     * @param to whole seconds, exclusive
     * @throws Problem.Invalid if {@code from} is not before {@code to}, or one of them is in the future
     */
    public Statement open(WalletKey wallet, Instant from, Instant to) {
        var now = now();
        if (!from.isBefore(now)) {
            throw new Problem.Invalid("from", "future", "must not be in the future");
        }
        if (to.isAfter(now)) {
            throw new Problem.Invalid(
                    "to", "future", "must not be in the future; leave it out for a statement until now");
        }
        if (!from.isBefore(to)) {
            throw new Problem.Invalid("from", "range", "must be before to");
        }
        // No wallet is older than 1970, and PostgreSQL's calendar is shorter than Java's.
        var span = history.between(wallet, latest(from, Instant.EPOCH), latest(to, Instant.EPOCH));
        return new Statement(wallet, from, to, span.opening(), span.closing());
    }

    private static Instant latest(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    /**
     * Passes on the movements of a statement, oldest first, page by page. Holds no connection meanwhile.
     *
     * @throws Problem.RateLimited if the organization reads too many statements at the same time
     * @throws Problem.Unavailable if too many statements are being read
     */
    public void read(Statement statement, Consumer<Reader> use) {
        limits.serve(statement.wallet().organizationId(), () -> use.accept(new Reader(statement)));
    }

    /** The pages of one statement. */
    public final class Reader {
        private final Statement statement;
        private WalletPoint point;

        private Reader(Statement statement) {
            this.statement = statement;
            this.point = statement.opening();
        }

        /** The next movements; empty after the last one. */
        public List<Movement> next() {
            if (point.seq() >= statement.closing().seq()) {
                return List.of();
            }
            var page = database.run(session -> page(session, statement.wallet(), point.seq()));
            for (var movement : page) {
                if (!point.isBefore(movement.transfer())) {
                    throw history.missing(statement.wallet(), point.seq() + 1);
                }
                point = WalletPoint.after(movement.transfer());
            }
            if (page.isEmpty() || contradicts(statement.closing())) {
                throw history.missing(statement.wallet(), point.seq() + 1);
            }
            return page;
        }

        /** Whether the last movement contradicts the closing balances. */
        private boolean contradicts(WalletPoint closing) {
            return point.seq() == closing.seq() && !point.equals(closing);
        }

        private List<Movement> page(Session session, WalletKey wallet, long afterSeq) {
            var transfers = WalletHistory.page(
                    session, wallet, afterSeq, statement.closing().seq(), PAGE_ROWS);
            var known = references(session, wallet, transfers);
            return transfers.stream()
                    .map(transfer -> new Movement(transfer, known.get(transfer.reference())))
                    .toList();
        }

        private Map<UUID, String> references(Session session, WalletKey wallet, List<Transfer> transfers) {
            var wanted = transfers.stream()
                    .filter(transfer -> references.containsKey(transfer.posting()))
                    .collect(Collectors.groupingBy(
                            transfer -> references.get(transfer.posting()),
                            Collectors.mapping(Transfer::reference, Collectors.toSet())));
            var found = new HashMap<UUID, String>();
            wanted.forEach(
                    (source, ids) -> found.putAll(source.of(session, wallet.organizationId(), wallet.livemode(), ids)));
            return found;
        }
    }
}
