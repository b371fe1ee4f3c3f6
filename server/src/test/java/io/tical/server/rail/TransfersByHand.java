package io.tical.server.rail;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.Merchant;
import io.tical.server.OperatedService;
import io.tical.server.Reply;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;

/** Tests of payouts and settlements that staff transfer at a bank and report. */
abstract class TransfersByHand extends OperatedService {
    final AtomicInteger numbers = new AtomicInteger();
    Merchant merchant;

    enum Kind {
        PAYOUT,
        SETTLEMENT;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What staff transfer. */
    record Sent(Kind kind, String id) {
        String path() {
            return "/admin/v1/" + kind.word() + "s/" + id;
        }

        /** Where staff report the outcome of its only leg. */
        String outcome() {
            return path() + (kind == Kind.PAYOUT ? "/steps/1/outcome" : "/outcome");
        }
    }

    @Override
    protected Map<String, String> settings() {
        return Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0", "TICAL_RAIL_POLL_SECONDS", "1,2");
    }

    @BeforeAll
    void fund() {
        merchant = service.fundedLive(service.merchant(), 500_000_000);
        finance.verifyAccount(merchant);
    }

    /** A live one that waits for the report of staff. */
    Sent byHand(Kind kind, long amount) {
        return created(kind, merchant, amount, "outcome");
    }

    /** @param decision awaited */
    Sent created(Kind kind, Merchant of, long amount, String decision) {
        var created = switch (kind) {
            case PAYOUT -> of.payout("payout-" + numbers.incrementAndGet(), amount);
            case SETTLEMENT ->
                of.post(
                        "/v1/settlements",
                        String.format(Locale.ROOT, "{\"dest_account_id\":\"%s\",\"amount\":%d}", of.account(), amount));
        };
        var sent = new Sent(kind, created.expect(201).word("id"));
        awaitDecision(sent, decision);
        return sent;
    }

    void awaitDecision(Sent sent, String decision) {
        await().atMost(SOON).until(() -> decisions(sent).contains(decision));
    }

    Reply read(Sent sent) {
        return finance.get(sent.path()).expect(200);
    }

    List<String> decisions(Sent sent) {
        return read(sent)
                .data()
                .get("decisions")
                .valueStream()
                .map(JsonNode::asText)
                .toList();
    }
}
