package io.tical.server.slip;

import io.tical.db.BulkWrite;
import io.tical.server.decision.StaffAction;
import io.tical.server.decision.WorkItemRoutes;
import io.tical.server.http.Endpoint;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.metric.Calls;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.overview.Activity;
import io.tical.server.overview.ListedTable;
import io.tical.server.overview.Queue;
import io.tical.server.overview.Search;
import io.tical.server.payin.PayinModule;
import io.tical.server.picture.PictureReader;
import io.tical.server.rail.RailModule;
import io.tical.server.staff.Staff;
import io.tical.server.work.Housekeeping;
import io.tical.server.work.Work;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
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
                new Slips(database, platform.idempotency(), payins.payins(), pictures, storage, clock),
                new MerchantSlips(database, storage),
                review,
                new SlipVerifications(database, platform.idempotency(), verifiers, clock),
                new SlipWork(database, payins.payins(), verifiers, storage, platform.leases(), options.polls(), clock),
                new WorkItemRoutes<>(
                        SlipWorkItems.of(review, payins.payPage()),
                        platform.leases(),
                        merchants.policies()::name,
                        platform.paging()),
                verifiers.calls());
    }

    @Override
    public List<Endpoint> endpoints() {
        return new SlipRoutes(slips, payins.payPage(), verifications).endpoints();
    }

    @Override
    public List<Queue> queues() {
        return List.of(SlipOverview.PENDING);
    }

    @Override
    public List<Activity> activities() {
        return SlipOverview.ACTIVITIES;
    }

    @Override
    public List<ListedTable> lists() {
        return List.of(ListedTable.of("slip"));
    }

    @Override
    public List<Search> searches() {
        return List.of(SlipOverview.SEARCH);
    }

    @Override
    public List<SessionEndpoint<Staff>> adminEndpoints() {
        return Stream.concat(workItems.endpoints().stream(), new SlipAdminRoutes(review).endpoints().stream())
                .toList();
    }

    @Override
    public List<String> adminDocuments() {
        return List.of("/io/tical/server/slip/operators.yaml");
    }

    @Override
    public List<StaffAction> staffActions() {
        return new SlipActions(review, workItems::detail).all();
    }

    @Override
    public List<Work> work() {
        return List.of(slipWork, Housekeeping.deleting("slip verifications", verifications::forget));
    }

    @Override
    public List<BulkWrite<?>> authenticatedTables() {
        return List.of(
                SlipStore.SLIPS,
                TransferClaimStore.REFERENCES,
                SlipVerificationStore.VERIFICATIONS,
                SlipVerificationStore.SEEN);
    }
}
