package io.tical.server.ledger;

import io.tical.server.currency.Currencies;
import io.tical.server.currency.CurrencyModule;
import io.tical.server.http.Observation;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.module.Contributions;
import io.tical.server.module.Kind;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.module.Platform;
import io.tical.server.work.Housekeeping;
import io.tical.server.work.Work;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Function;

/** Wallets and transfers: the group commit, balances, the sealing of what was committed, and the noting of its heads. */
public final class LedgerModule implements Module {
    private static final Duration PAUSE = Duration.ofSeconds(2);

    private final Platform platform;
    private final Options options;
    private final Ledger ledger;
    private final GroupCommit groupCommit;
    private final Balances balances;
    private final Sealing sealing;
    private final HeadNoting heads;
    private final Replication replication;

    /**
     * The settings of the ledger.
     *
     * @param commitQueues the number of groups that this node commits at the same time
     * @param recordsKept how long idempotency records are kept
     * @param requireSync whether live money is refused while commits wait for no standby
     * @param heads where heads are noted
     */
    public record Options(int commitQueues, Duration recordsKept, boolean requireSync, HeadNoting.Options heads) {}

    private LedgerModule(
            Platform platform,
            Function<UUID, String> defaultCurrency,
            Currencies currencies,
            HeadNoting.Receivers receivers,
            Options options) {
        this.platform = platform;
        this.options = options;
        var database = platform.database();
        ledger = new Ledger(database);
        replication = new Replication(database, options.requireSync());
        groupCommit = platform.open(new GroupCommit(
                database,
                platform.idempotency(),
                options.commitQueues(),
                platform.supervisor(),
                replication::refusesLive,
                platform.clock()));
        balances = new Balances(database, defaultCurrency, currencies::isHeld);
        sealing = new Sealing(database, platform.clock());
        heads = HeadNoting.of(platform, receivers, options.heads());
    }

    /**
     * @param defaultCurrency the currency of an organization's balances that names none
     * @param receivers creates the client of the service that keeps the heads
     */
    public static LedgerModule of(
            Modules modules, Function<UUID, String> defaultCurrency, HeadNoting.Receivers receivers, Options options) {
        var currencies = modules.get(CurrencyModule.class).currencies();
        return new LedgerModule(modules.platform(), defaultCurrency, currencies, receivers, options);
    }

    public Ledger ledger() {
        return ledger;
    }

    public GroupCommit groupCommit() {
        return groupCommit;
    }

    public Balances balances() {
        return balances;
    }

    @Override
    public void contribute(Contributions to) {
        to.add(
                Kind.CHECKS,
                Observation.notices("ledger", "altered_rows", platform.database()::alteredRows),
                Observation.notices("heads", "not_noted", heads::failures),
                Observation.notices(
                        "replication",
                        "warning",
                        () -> replication.warning().stream()
                                .map(Replication.Warning::sentence)
                                .toList()));
        to.add(Kind.METRICS, groupCommit.metrics());
        to.add(Kind.AUTHENTICATED_TABLES, IdempotencyRecords.authenticatedTable());
        to.add(
                Kind.WORK,
                new Work.Repeated("replication", PAUSE, replication::look),
                new Housekeeping("sealing", PAUSE, () -> sealing.runOnce() >= Sealing.SEAL_TRANSFERS_MAX),
                Housekeeping.deleting(
                        "idempotency",
                        rows -> platform.idempotency()
                                .forget(platform.clock().instant().minus(options.recordsKept()), rows)),
                new Housekeeping("statistics", PAUSE, () -> {
                    platform.database().analyzeGrown();
                    return false;
                }),
                new Housekeeping("heads", options.heads().pause(), () -> {
                    heads.runOnce();
                    return false;
                }));
    }

    public Replication replication() {
        return replication;
    }
}
