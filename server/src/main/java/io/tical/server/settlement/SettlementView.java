package io.tical.server.settlement;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tical.common.Json;
import io.tical.server.transaction.Decision;
import io.tical.server.transaction.EventType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A settlement as JSON; a field without a value is null. Amounts are minor units, times Unix seconds. */
final class SettlementView {
    private SettlementView() {}

    private record Destination(String bankCode, String accountNo, String holderName) {}

    public static Map<String, @Nullable Object> of(Settlement settlement) {
        var terms = settlement.terms();
        var progress = settlement.progress();
        var view = new LinkedHashMap<String, @Nullable Object>();
        view.put("id", settlement.id());
        view.put("livemode", terms.livemode());
        view.put("status", settlement.status().word());
        view.put("client_operation_id", terms.clientOperationId());
        view.put("currency", terms.currency());
        view.put("amount", terms.amount());
        view.put("fee_amount", terms.fee());
        view.put("net_amount", terms.net());
        view.put("dest_account_id", terms.accountId());
        view.put("destination", new Destination(terms.bankCode(), terms.accountNo(), terms.holderName()));
        view.put("failure_code", progress.failureCode());
        view.put("failure_message", progress.failureMessage());
        view.put("created_at", settlement.createdAt());
        view.put("updated_at", progress.updatedAt());
        view.put("completed_at", settlement.status() == SettlementStatus.COMPLETED ? progress.finalizedAt() : null);
        return view;
    }

    /** The same with what the destination receives, which a conversion makes differ from the net amount. */
    public static Map<String, @Nullable Object> whole(SettlementAggregate settlement) {
        var view = new LinkedHashMap<String, @Nullable Object>(of(settlement.settlement()));
        OrganizationSettlementView.putTarget(view, settlement);
        return view;
    }

    /** The event for a settlement's new status; none for a status without a callback. */
    static List<Decision.Announcement> announcements(SettlementAggregate settlement) {
        return event(settlement.status()).stream()
                .map(type -> new Decision.Announcement(type, callback(settlement)))
                .toList();
    }

    static Optional<EventType> event(SettlementStatus status) {
        return switch (status) {
            case COMPLETED -> Optional.of(EventType.SETTLEMENT_COMPLETED);
            case FAILED -> Optional.of(EventType.SETTLEMENT_FAILED);
            case PENDING, PROCESSING -> Optional.empty();
        };
    }

    private static ObjectNode callback(SettlementAggregate settlement) {
        var view = settlement.guide() ? OrganizationSettlementView.of(settlement) : of(settlement.settlement());
        return Json.object(view).put("transaction_type", EventType.Subject.SETTLEMENT.word());
    }
}
