package io.tical.server.slip;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.key.RequestKey;
import io.tical.server.key.TransactionKey;
import io.tical.server.payin.PayinSlips;
import io.tical.server.rail.BankTransfer;
import io.tical.server.rail.PaidTransfer;
import io.tical.server.rail.SlipParty;
import io.tical.server.rail.TransferName;
import io.tical.server.rail.TransferNameTable;
import io.tical.server.transaction.PartSearch.Elsewhere;
import io.tical.server.transaction.RequestSearch;
import io.tical.server.transaction.TimelineItem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The slips of a payin in its timeline: when each was uploaded and referred to operators, and how it was decided. */
public record SlipTimeline(Database database) implements PayinSlips {
    private static final ClaimedTransfers RECEIVED = new ClaimedTransfers();
    private static final RequestSearch UPLOADED = new RequestSearch("slip", "slip_id", "payin_id");

    private record Detail(
            UUID slipId, int number, Slip.Source source, SlipStatus status, Slip.@Nullable Reason reason) {}

    @Override
    public boolean waiting(Session session, TransactionKey payin) {
        return SlipStore.ofPayin(session, payin).stream()
                .anyMatch(slip -> slip.progress().status() == SlipStatus.PENDING);
    }

    @Override
    public boolean confirming(Session session, TransactionKey payin) {
        return SlipStore.ofPayin(session, payin).stream()
                .anyMatch(slip -> slip.progress().stage() == SlipStage.CONFIRMING);
    }

    @Override
    public void raiseVersions(Session session, Collection<TransactionKey> payins) {
        if (!payins.isEmpty()) {
            SlipStore.raiseVersions(session, payins);
        }
    }

    @Override
    public void claim(Session session, Collection<Found> payments) {
        // In a fixed order, because each claim waits for other transactions that claim the same reference.
        payments.stream()
                .sorted(Comparator.comparing(
                        payment -> BankTransfer.compared(payment.transfer().reference())))
                .forEach(payment -> SlipRules.requireUnrecorded(TransferClaims.claim(session, payment)));
    }

    @Override
    public void requireUnclaimed(Session session, Found payment) {
        var claims = TransferClaimStore.on(
                session, payment.payin().livemode(), payment.transfer().reference());
        SlipRules.requireUnrecorded(TransferClaims.excluding(payment, claims));
        SentTransfers.requireNone(session, payment.transfer().reference(), payment.payin());
        ClaimedTransfers.requireNoDeposit(
                session, PaidTransfer.received(payment.transfer().reference(), payment.payin()));
    }

    @Override
    public Set<TransferName> named(Session session, Collection<TransferName> onChain) {
        TransferNameTable.lock(session, onChain);
        var named = TransferClaimStore.on(session, onChain).stream()
                .map(claim -> claim.paid().name())
                .collect(Collectors.toSet());
        onChain.stream()
                .filter(name -> SentTransfers.find(session, name).isPresent())
                .forEach(named::add);
        return named;
    }

    @Override
    public List<PaidTransfer> find(Session session, Collection<TransferName> names) {
        return RECEIVED.find(session, names);
    }

    @Override
    public void requireNoneLater(
            Session session, Collection<TransferName> names, Supplier<? extends RuntimeException> failure) {
        RECEIVED.requireNoneLater(session, names, failure);
    }

    @Override
    public void requireNotReceived(Session session, PaidTransfer transfer) {
        TransferClaims.requireNotReceived(session, transfer);
    }

    @Override
    public Set<UUID> ofRequest(Session session, RequestKey request) {
        return UPLOADED.of(session, request);
    }

    @Override
    public Set<UUID> ofReference(Session session, UUID organizationId, boolean livemode, String reference) {
        var payins = new HashSet<>(
                SlipStore.payinsOfReference(session, organizationId, livemode, reference, Elsewhere.ROWS_MAX));
        TransferClaimStore.on(session, livemode, reference).stream()
                .map(TransferClaims.Claim::payin)
                .filter(payin -> payin.organizationId().equals(organizationId))
                .limit(Elsewhere.ROWS_MAX - payins.size())
                .forEach(payin -> payins.add(payin.id()));
        return payins;
    }

    @Override
    public @Nullable SlipParty sender(TransactionKey payin, String reference) {
        return database.run(session -> SlipStore.ofPayin(session, payin)).stream()
                .filter(slip -> BankTransfer.same(slip.receiptReference(), reference))
                .map(Slip::facts)
                .filter(Objects::nonNull)
                .map(SlipOutcome.Facts::sender)
                .findFirst()
                .orElse(null);
    }

    @Override
    public List<UUID> ids(TransactionKey payin) {
        return database.run(session -> SlipStore.ofPayin(session, payin)).stream()
                .map(slip -> slip.key().id())
                .toList();
    }

    @Override
    public List<TimelineItem> of(TransactionKey payin) {
        var items = new ArrayList<TimelineItem>();
        for (var slip : database.run(session -> SlipStore.ofPayin(session, payin))) {
            var progress = slip.progress();
            var requestId = slip.upload().requestId();
            items.add(item(slip, slip.uploadedAt(), "slip uploaded", SlipStatus.PENDING, requestId));
            if (progress.reviewAt() != null) {
                items.add(item(slip, progress.reviewAt(), "slip in review", SlipStatus.PENDING, null));
            }
            var decision = progress.decision();
            if (progress.status() != SlipStatus.PENDING && decision != null) {
                var title = "slip " + progress.status().word();
                items.add(item(slip, progress.updatedAt(), title, progress.status(), decision.requestId()));
            }
        }
        return items;
    }

    private static TimelineItem item(
            Slip slip, Instant at, String title, SlipStatus status, @Nullable String requestId) {
        var decision = slip.progress().decision();
        var reason = status == SlipStatus.REJECTED && decision != null ? decision.reason() : null;
        var upload = slip.upload();
        var detail = new Detail(slip.key().id(), upload.number(), upload.source(), status, reason);
        return new TimelineItem(at, "slip", title, detail, requestId);
    }
}
