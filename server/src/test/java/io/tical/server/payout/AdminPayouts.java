package io.tical.server.payout;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Ids;
import io.tical.server.OperatorClient;
import io.tical.server.Reply;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/** Payouts in the operators' API. */
record AdminPayouts(OperatorClient operator) {
    /** Settings of a service that sends payouts at once, and asks the rail every second. */
    static final Map<String, String> QUICK =
            Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0", "TICAL_RAIL_POLL_SECONDS", "1");

    static String path(String id) {
        return "/admin/v1/payouts/" + id;
    }

    Reply read(String id) {
        return operator.get(path(id)).expect(200);
    }

    Reply await(String id, String status) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(read(id).word("status")).isEqualTo(status));
        return read(id);
    }

    Reply awaitPossible(String id, String decision) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(decisions(read(id))).contains(decision));
        return read(id);
    }

    static List<String> decisions(Reply payout) {
        return payout.data()
                .get("decisions")
                .valueStream()
                .map(one -> one.asText())
                .toList();
    }

    /** A body with the payout's present version. */
    String versioned(String id, String more) {
        return "{\"version\":" + read(id).number("version") + more + "}";
    }

    /** A decision with a note. A success names a transfer of its own. */
    String decision(String id, String decision) {
        var reference = decision.equals("success") ? ",\"reference\":\"DECIDED" + Ids.next() + "\"" : "";
        return versioned(id, ",\"decision\":\"" + decision + "\",\"note\":\"seen at the bank\"" + reference);
    }

    Reply decide(String id, String decision) {
        return operator.post(path(id) + "/decision", decision(id, decision));
    }

    /** Sends a payout with one leg and one attempt again, and waits until the outcome of the second attempt is unknown too. */
    void retry(String id) {
        decide(id, "retry").expect(200);
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> read(id).data().at("/execution_steps/0/attempts").size() == 2);
        await(id, "in_review");
    }

    /** @param outcome the JSON of the outcome, and the fields after it. A success without a reference names a transfer of its own */
    Reply report(String id, Object leg, String outcome) {
        var named = outcome.startsWith("\"success\"")
                        && !outcome.contains("\"reference\"")
                        && !outcome.contains("slip_qr_string")
                ? outcome + ",\"reference\":\"REPORTED" + Ids.next() + "\""
                : outcome;
        return operator.post(path(id) + "/steps/" + leg + "/outcome", versioned(id, ",\"outcome\":" + named));
    }
}
