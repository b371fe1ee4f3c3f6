package io.tical.server.slip;

import io.tical.server.decision.WorkItemRoutes;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.metric.Calls;
import io.tical.server.module.Contributions;
import io.tical.server.module.Kind;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.overview.ListedTable;
import io.tical.server.payin.PayinModule;
import io.tical.server.picture.PictureReader;
import io.tical.server.rail.RailModule;
import io.tical.server.work.Housekeeping;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Transfer slips.
 *
 * @param review the operators' review of slips
 */
public record SlipModule(
        PayinModule payins,
        Slips slips,
        MerchantSlips merchantSlips,
        SlipReview review,
        SlipVerifications verifications,
        SlipWork slipWork,
        WorkItemRoutes<ListedSlip> workItems,
        List<Calls<?>> calls)
        implements Module {
    /** The maximum time that an upload waits to be decoded. */
    private static final Duration PICTURE_WAIT_MAX = Duration.ofSeconds(30);

    /**
     * The settings of slips.
     *
     * @param directory the folder of pictures; null to store them in the database
     * @param polls the delays after the upload at which verification is retried
     */
    public record Options(@Nullable Path directory, List<Duration> polls, SlipVerifiers.Options verifier) {}

    public static SlipModule of(Modules modules, Options options) {
        var platform = modules.platform();
        var merchants = modules.get(MerchantModule.class);
        var payins = modules.get(PayinModule.class);
        var database = platform.database();
        var clock = platform.clock();
        var simulator = modules.get(RailModule.class).simulator().answers();
        var verifiers = platform.open(new SlipVerifiers(options.verifier(), simulator, clock));
        var storage = SlipStorage.of(database, options.directory());
        var pictures = platform.open(new PictureReader(PICTURE_WAIT_MAX));
        var review = new SlipReview(database, payins.payins(), merchants.policies(), storage, clock);
        return new SlipModule(
                payins,
                new Slips(
                        database, platform.idempotency(), payins.payins(), payins.expected(), pictures, storage, clock),
                new MerchantSlips(database, storage),
                review,
                new SlipVerifications(database, platform.idempotency(), verifiers, clock),
                new SlipWork(
                        database,
                        payins.payins(),
                        payins.expected(),
                        verifiers,
                        storage,
                        platform.leases(),
                        options.polls(),
                        clock),
                new WorkItemRoutes<>(
                        SlipWorkItems.of(review, payins.payPage()),
                        platform.leases(),
                        merchants.policies()::name,
                        platform.paging()),
                verifiers.calls());
    }

    @Override
    public void contribute(Contributions to) {
        to.add(Kind.ENDPOINTS, new SlipRoutes(slips, payins.payPage(), verifications).endpoints());
        to.add(Kind.DASHBOARD_ENDPOINTS, new SlipDashboardRoutes(payins.payins(), merchantSlips).endpoints());
        to.add(Kind.QUEUES, SlipOverview.PENDING);
        to.add(Kind.ACTIVITIES, SlipOverview.ACTIVITIES);
        to.add(Kind.LISTS, ListedTable.of("slip"));
        to.add(Kind.SEARCHES, SlipOverview.SEARCH);
        to.add(Kind.ADMIN_ENDPOINTS, workItems.endpoints());
        to.add(Kind.ADMIN_ENDPOINTS, new SlipAdminRoutes(review).endpoints());
        to.add(Kind.ADMIN_DOCUMENTS, "/io/tical/server/slip/operators.yaml");
        to.add(Kind.STAFF_ACTIONS, new SlipActions(review, workItems::detail).all());
        to.add(Kind.WORK, slipWork, Housekeeping.deleting("slip verifications", verifications::forget));
        to.add(
                Kind.AUTHENTICATED_TABLES,
                SlipStore.SLIPS,
                TransferClaimStore.REFERENCES,
                SlipVerificationStore.VERIFICATIONS,
                SlipVerificationStore.SEEN);
        to.add(Kind.CALLS, calls);
    }
}
