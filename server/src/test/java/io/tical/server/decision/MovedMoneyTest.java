package io.tical.server.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.common.Ids;
import io.tical.server.OperatedService;
import io.tical.server.key.TransactionKey;
import io.tical.server.module.Kind;
import io.tical.server.picture.Pictures;
import io.tical.server.slip.SlipDrawing;
import io.tical.server.suspense.Suspense;
import io.tical.server.suspense.Unmatched;
import io.tical.server.suspense.Unmatched.Reason;
import io.tical.server.suspense.Unmatched.Source;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Every decision that says that money moved at a bank names the transfer, whatever else it names. */
class MovedMoneyTest extends OperatedService {
    /** The decisions that say so, with the fields that make them say it. A list of fields for each way to say it. */
    private static final Map<String, List<String>> MOVING = Map.ofEntries(
            Map.entry("/admin/v1/slips/{id}/accept", List.of("\"paid_amount\":1,\"sending_bank\":\"KBANK\"")),
            Map.entry("/admin/v1/slips/{id}/suspend", List.of("\"paid_amount\":1,\"sending_bank\":\"KBANK\"")),
            Map.entry("/admin/v1/payins/{id}/confirm", List.of("\"paid_amount\":1")),
            Map.entry("/admin/v1/payins/{id}/refund/complete", List.of("\"note\":\"sent\"")),
            Map.entry("/admin/v1/payouts/{id}/decision", List.of("\"decision\":\"success\"")),
            Map.entry(
                    "/admin/v1/payouts/{id}/steps/{step}/outcome",
                    List.of(
                            "\"outcome\":\"success\"",
                            "\"outcome\":\"success\",\"slip_qr_string\":\"not a slip\"",
                            "\"outcome\":\"further\",\"transfer_amount\":1,\"attempt_id\":\"" + Ids.next() + "\"")),
            Map.entry("/admin/v1/payouts/{id}/confirm-late", List.of("\"note\":\"it arrived\"")),
            Map.entry("/admin/v1/payouts/{id}/refund/complete", List.of("\"note\":\"it came back\"")),
            Map.entry("/admin/v1/settlements/{id}/decision", List.of("\"decision\":\"success\"")),
            Map.entry(
                    "/admin/v1/settlements/{id}/outcome",
                    List.of(
                            "\"outcome\":\"success\"",
                            "\"outcome\":\"further\",\"attempt_id\":\"" + Ids.next() + "\"")),
            Map.entry("/admin/v1/suspense/{id}/dispose", List.of("\"disposition\":\"return\"")));

    /** The decisions that say nothing about a bank. */
    private static final Set<String> OTHERS = Set.of(
            "/admin/v1/slips/{id}/reject",
            "/admin/v1/bank-statements/{id}/import",
            "/admin/v1/bank-statements/{id}/undo",
            "/admin/v1/bank-statements/{id}/discard",
            "/admin/v1/bank-statements/{id}/read-as",
            "/admin/v1/bank-entries/{id}/ignore",
            "/admin/v1/bank-entries/{id}/reopen",
            "/admin/v1/bank-entries/{id}/allocate",
            // The entry has the reference and the amount.
            "/admin/v1/bank-entries/{id}/match",
            "/admin/v1/bank-entries/{id}/return",
            "/admin/v1/payment-files",
            "/admin/v1/payment-files/{id}/remove",
            "/admin/v1/payment-files/{id}/discard",
            "/admin/v1/payment-files/{id}/release",
            "/admin/v1/payment-files/{id}/void",
            // The file has the references and the amounts.
            "/admin/v1/payment-results/{id}/apply",
            "/admin/v1/payment-results/{id}/discard",
            "/admin/v1/bank-days/{id}/close",
            "/admin/v1/bank-days/{id}/reopen",
            "/admin/v1/payment-proofs/{id}/wait",
            "/admin/v1/payment-proofs/{id}/explain",
            "/admin/v1/payins/{id}/refund",
            "/admin/v1/payins/{id}/fail",
            "/admin/v1/payins/{id}/release-match",
            "/admin/v1/payouts/{id}/refund",
            "/admin/v1/issues/{id}/comment",
            "/admin/v1/issues/{id}/resolve",
            "/admin/v1/issues/{id}/reject",
            "/admin/v1/customers/{id}/verify",
            "/admin/v1/customers/{id}/refuse",
            "/admin/v1/organization-accounts/{id}/verify",
            "/admin/v1/organization-accounts/{id}/refuse",
            // Changes of controls.
            "/admin/v1/organizations/{id}",
            "/admin/v1/organizations/{id}/users",
            "/admin/v1/organizations/{id}/users/{user}",
            "/admin/v1/bank-profiles",
            "/admin/v1/bank-profiles/{id}",
            "/admin/v1/bank-profiles/{id}/retire",
            "/admin/v1/collection-accounts",
            "/admin/v1/collection-accounts/{id}",
            "/admin/v1/paying-accounts/{id}",
            "/admin/v1/lost/{id}/close",
            "/admin/v1/fence/logs/{id}/gone",
            "/admin/v1/rates",
            "/admin/v1/operators",
            "/admin/v1/operators/{id}",
            "/admin/v1/operators/{id}/password",
            "/admin/v1/operators/{id}/second-factor",
            "/admin/v1/roles/{id}");

    /** Absent, and texts with nothing to read. */
    private static final List<String> BLANKS = List.of(
            "",
            ",\"reference\":null",
            reference(""),
            reference(" "),
            reference("\u00a0\u200b"),
            reference("\\t\ufeff"));

    private static String reference(String written) {
        return ",\"reference\":\"" + written + "\"";
    }

    @Test
    void everyKindOfDecisionIsOneOrTheOther() {
        var listed = new ArrayList<>(OTHERS);
        listed.addAll(MOVING.keySet());
        assertThat(service.tical().all(Kind.STAFF_ACTIONS))
                .extracting(StaffAction::path)
                .containsExactlyInAnyOrderElementsOf(listed);
    }

    @Test
    void noneIsMadeWithoutTheReferenceOfItsTransfer() {
        var objects = objects();
        MOVING.forEach((path, ways) -> {
            var id = objects.get(path.split("/")[3]);
            var version = finance.get(path.substring(0, path.indexOf("/{id}")) + "/" + id)
                    .expect(200)
                    .number("version");
            for (var way : ways) {
                for (var blank : BLANKS) {
                    var body = String.format(
                            Locale.ROOT, "{\"version\":%d,\"override_reason\":\"other\",%s%s}", version, way, blank);
                    var named = body.contains("\"note\"") ? body : body.replace("}", ",\"note\":\"seen\"}");
                    var refused = finance.post(path.replace("{id}", id).replace("{step}", "1"), named)
                            .expect(400, "VALIDATION_FAILED");
                    assertThat(refused.json().get("errors").findValuesAsText("field"))
                            .as(path + " " + named)
                            .containsExactly("reference");
                }
            }
        });
    }

    /** An object of each kind, by the name of the kind in paths. */
    private Map<String, String> objects() {
        var objects = new HashMap<String, String>();
        var merchant = service.merchant().funded("THB", 1_000_000);
        var payout = merchant.payout("payout", 40_000).expect(201).word("id");
        await().atMost(SOON).until(() -> {
            service.makeDue(payout);
            return merchant.payout(payout).word("status").equals("success");
        });
        objects.put("payouts", payout);
        objects.put(
                "settlements",
                merchant.post(
                                "/v1/settlements",
                                "{\"dest_account_id\":\"%s\",\"amount\":40000}".formatted(merchant.account()))
                        .expect(201)
                        .word("id"));
        var live = service.live(service.merchant());
        var payin = live.payin("payin", 40_000).expect(201).word("id");
        objects.put("payins", payin);
        live.slip(payin, Pictures.jpeg(Pictures.photo(700, 900, 4, 1), 0.8)).expect(200);
        var slip = SlipDrawing.id(service, live, true, payin, 1);
        SlipDrawing.awaitReview(service, slip);
        objects.put("slips", slip.toString());
        var funds = new Unmatched(
                new TransactionKey(live.organizationId(), true, UUID.fromString(payin)),
                Source.STAFF,
                "funds",
                Reason.EXTRA,
                "THB",
                1_000);
        service.tical().database().transaction(session -> Suspense.note(session, List.of(funds)));
        objects.put(
                "suspense",
                finance.get("/admin/v1/suspense?organization_id=" + live.organizationId())
                        .expect(200)
                        .data()
                        .get(0)
                        .get("id")
                        .asText());
        return objects;
    }
}
