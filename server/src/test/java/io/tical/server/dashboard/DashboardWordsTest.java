package io.tical.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Word;
import io.tical.server.InBrowser;
import io.tical.server.ledger.Account;
import io.tical.server.ledger.PostingType;
import io.tical.server.payin.PayinStatus;
import io.tical.server.payout.PayoutStatus;
import io.tical.server.settlement.SettlementStatus;
import io.tical.server.slip.Slip;
import io.tical.server.slip.SlipStage;
import io.tical.server.slip.SlipStatus;
import io.tical.server.suspense.SuspenseStatus;
import io.tical.server.suspense.Unmatched;
import io.tical.server.verification.VerificationStatus;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What the dashboard says of money, times and events, for every state, every trigger and every posting that there is. */
@InBrowser
class DashboardWordsTest extends ModulesInBrowser {
    private static final long EXPIRES = 1_795_255_440;
    private static final long ENDED = 1_795_255_000;

    /** Labels and values on one line: {@code Amount 50000, Credited Nothing}. */
    private String lines(String function, Map<String, Object> transaction) {
        return ((List<?>) run("money", function, transaction))
                .stream()
                        .map(line -> ((List<?>) line)
                                .stream()
                                        .map(one -> one instanceof Number number
                                                ? Long.toString(number.longValue())
                                                : String.valueOf(one))
                                        .collect(Collectors.joining(": ")))
                        .collect(Collectors.joining(", "));
    }

    private static Map<String, Object> payin(PayinStatus status, boolean livemode) {
        var paid = List.of(PayinStatus.SUCCESS, PayinStatus.REJECTED, PayinStatus.REFUNDED)
                .contains(status);
        var payin = new HashMap<String, Object>(Map.of(
                "status",
                status.word(),
                "livemode",
                livemode,
                "amount",
                50_000,
                "transfer_amount",
                50_006,
                "paid_amount",
                paid ? 50_006 : 0,
                "fee_amount",
                500,
                "net_amount",
                49_506,
                "expired_at",
                (double) EXPIRES));
        payin.put("finalized_at", status.open() ? null : (double) ENDED);
        return payin;
    }

    private static final Map<PayinStatus, String> LIVE_PAYINS = table(PayinStatus.class, """
            PENDING    | To be transferred: 50006, Fee (estimate): 500, Credited once paid (estimate): 49506
            PROCESSING | To be transferred: 50006, Fee (estimate): 500, Credited once paid (estimate): 49506
            SUCCESS    | Requested transfer: 50006, Paid: 50006, Fee: 500, Credited: 49506
            FAILED     | Requested transfer: 50006, Credited: Nothing
            REJECTED   | Requested transfer: 50006, Paid: 50006, Fee: 500, Credited, now held for the refund: 49506
            REFUNDED   | Requested transfer: 50006, Paid: 50006, Credited, then debited for the refund: 49506
            EXPIRED    | Requested transfer: 50006, Credited: Nothing
            CANCELLED  | Requested transfer: 50006, Credited: Nothing
            """);

    private static final Map<PayinStatus, String> TEST_PAYINS = table(PayinStatus.class, """
            PENDING    | To be transferred: 50006, Fee (estimate): 500, Credited: Nothing (test)
            PROCESSING | To be transferred: 50006, Fee (estimate): 500, Credited: Nothing (test)
            SUCCESS    | Requested transfer: 50006, Paid (simulated): 50006, Fee (simulated): 500, Credited: Nothing (test)
            FAILED     | Requested transfer: 50006, Credited: Nothing (test)
            REJECTED   | Requested transfer: 50006, Paid (simulated): 50006, Fee (simulated): 500, Credited: Nothing (test)
            REFUNDED   | Requested transfer: 50006, Paid (simulated): 50006, Fee (simulated): 500, Credited: Nothing (test)
            EXPIRED    | Requested transfer: 50006, Credited: Nothing (test)
            CANCELLED  | Requested transfer: 50006, Credited: Nothing (test)
            """);

    private static final Map<PayinStatus, String> PAYIN_TIMES = table(PayinStatus.class, """
            PENDING    | Expires: 1795255440
            PROCESSING | Expires: 1795255440
            SUCCESS    | Confirmed: 1795255000
            FAILED     | Failed: 1795255000
            REJECTED   | Refund opened: 1795255000
            REFUNDED   | Refunded: 1795255000
            EXPIRED    | Expired: 1795255440
            CANCELLED  | Cancelled: 1795255000
            """);

    private static final Map<PayoutStatus, String> PAYOUTS = table(PayoutStatus.class, """
            PENDING         | Fee (if delivered): 500, Reserved in your balance: 50500
            PENDING_REVIEW  | Fee (if delivered): 500, Reserved in your balance: 50500
            PROCESSING      | Fee (if delivered): 500, Taken from balance: 50500, Delivered so far: 0
            IN_REVIEW       | Fee (if delivered): 500, Taken from balance: 50500, Delivered so far: 0
            SUCCESS         | Fee: 500, Taken from balance: 50500, Arrived: 50000
            PARTIAL_SUCCESS | Fee: 200, Taken from balance: 20200, Arrived: 20000
            FAILED          | Taken from balance: Nothing: the whole amount was returned
            REJECTED        | Held until the refund, fee included: 50500
            REFUNDED        | Taken from balance: Nothing: the whole amount was returned
            EXPIRED         | Taken from balance: Nothing: the whole amount was returned
            CANCELLED       | Taken from balance: Nothing: the whole amount was returned
            """);

    private static final Map<PayoutStatus, String> PAYOUT_TIMES = table(PayoutStatus.class, """
            PENDING         |
            PENDING_REVIEW  | Expires unless reviewed: 1795255440
            PROCESSING      |
            IN_REVIEW       |
            SUCCESS         | Arrived: 1795255000
            PARTIAL_SUCCESS | Finished: 1795255000
            FAILED          | Failed: 1795255000
            REJECTED        | Rejected: 1795255000
            REFUNDED        | Refunded: 1795255000
            EXPIRED         | Expired: 1795255000
            CANCELLED       | Cancelled: 1795255000
            """);

    private static <E extends Enum<E>> Map<E, String> table(Class<E> states, String rows) {
        var table = new LinkedHashMap<E, String>();
        rows.lines().forEach(row -> {
            var cells = row.split("\\|", -1);
            table.put(Enum.valueOf(states, cells[0].strip()), cells[1].strip());
        });
        assertThat(table.keySet()).containsExactly(states.getEnumConstants());
        return table;
    }

    @ParameterizedTest
    @EnumSource(PayinStatus.class)
    void aPayinSaysCreditedOnlyWhereMoneyWasPosted(PayinStatus status) {
        assertThat(lines("payinMoney", payin(status, true))).isEqualTo("Amount: 50000, " + LIVE_PAYINS.get(status));
        assertThat(lines("payinMoney", payin(status, false))).isEqualTo("Amount: 50000, " + TEST_PAYINS.get(status));
    }

    @ParameterizedTest
    @EnumSource(PayinStatus.class)
    void aPayinIsSaidToHaveExpiredOnlyWhenItDid(PayinStatus status) {
        assertThat(lines("payinTimes", payin(status, true))).isEqualTo(PAYIN_TIMES.get(status));
    }

    private static Map<String, Object> payout(PayoutStatus status) {
        var returned = List.of(PayoutStatus.FAILED, PayoutStatus.REFUNDED, PayoutStatus.EXPIRED, PayoutStatus.CANCELLED)
                .contains(status);
        var part = status == PayoutStatus.PARTIAL_SUCCESS;
        var arrived = status == PayoutStatus.SUCCESS ? 50_000 : part ? 20_000 : 0;
        var payout = new HashMap<String, Object>(Map.of(
                "status",
                status.word(),
                "amount",
                50_000,
                "fee_amount",
                returned ? 0 : part ? 200 : 500,
                "net_amount",
                returned ? 0 : part ? 20_200 : 50_500,
                "chain_transfer_amount",
                arrived));
        payout.put("expired_at", status == PayoutStatus.PENDING_REVIEW ? (double) EXPIRES : null);
        payout.put("finalized_at", status.isFinalized() ? (double) ENDED : null);
        return payout;
    }

    @ParameterizedTest
    @EnumSource(PayoutStatus.class)
    void aPayoutSaysWhereItsMoneyIs(PayoutStatus status) {
        assertThat(lines("payoutMoney", payout(status))).isEqualTo("Amount: 50000, " + PAYOUTS.get(status));
        assertThat(lines("payoutTimes", payout(status))).isEqualTo(PAYOUT_TIMES.get(status));
    }

    @ParameterizedTest
    @EnumSource(
            value = PayoutStatus.class,
            names = {"REJECTED", "REFUNDED"})
    void aPayoutThatArrivedAndWasTakenBackSaysBoth(PayoutStatus status) {
        var payout = payout(status);
        payout.put("chain_transfer_amount", 50_000);
        assertThat(lines("payoutMoney", payout)).endsWith("Delivered, then reverted: 50000");
    }

    @ParameterizedTest
    @CsvSource({
        "PENDING, 'Taken from balance: 50000, Fee (if delivered): 500, To be sent to the account: 49500'",
        "PROCESSING, 'Taken from balance: 50000, Fee (if delivered): 500, To be sent to the account: 49500'",
        "COMPLETED, 'Taken from balance: 50000, Fee: 500, Sent to the account: 49500'",
        "FAILED, 'Taken from balance: Nothing: the whole amount was returned'",
    })
    void aSettlementSaysWhereItsMoneyIs(SettlementStatus status, String said) {
        assertThat(lines("settlementMoney", settlement(status, "THB", 49_500, "1")))
                .isEqualTo(said);
    }

    @ParameterizedTest
    @CsvSource({
        "PROCESSING, To be converted: 49500, To be sent to the account: 17: THB",
        "COMPLETED, Converted: 49500, Sent to the account: 17: THB"
    })
    void aConvertedSettlementSaysWhatArrives(SettlementStatus status, String converted, String sent) {
        assertThat(lines("settlementMoney", settlement(status, "USDT", 17, "35.1")))
                .endsWith(converted + ", Rate: 1 USDT = 35.1 THB, " + sent);
    }

    private static Map<String, Object> settlement(SettlementStatus status, String currency, int target, String rate) {
        return Map.of(
                "status",
                status.word(),
                "currency",
                currency,
                "amount",
                50_000,
                "fee_amount",
                500,
                "net_amount",
                49_500,
                "target_currency_code",
                "THB",
                "target_amount",
                target,
                "rate",
                rate);
    }

    private static void sentence(String what, @Nullable Object said) {
        assertThat(said).as(what).isNotNull();
        assertThat(said.toString()).as(what).isNotBlank().doesNotContain("_", "undefined", "null");
    }

    @Test
    void everyTriggerOfEveryTransactionHasASentence() {
        for (var trigger : PayinStatus.Trigger.values()) {
            sentence("payin " + trigger, run("happened", "trigger", "payin", Map.of("trigger", trigger.word())));
        }
        for (var trigger : PayoutStatus.Trigger.values()) {
            sentence("payout " + trigger, run("happened", "trigger", "payout", Map.of("trigger", trigger.word())));
        }
        for (var trigger : SettlementStatus.Trigger.values()) {
            sentence(
                    "settlement " + trigger,
                    run("happened", "trigger", "settlement", Map.of("trigger", trigger.word())));
        }
        var expired = Map.of("trigger", "expire");
        assertThat(run("happened", "trigger", "payin", expired))
                .isNotEqualTo(run("happened", "trigger", "payout", expired));
        var cancelled = Map.of("trigger", "cancel", "actor", "user");
        assertThat(run("happened", "trigger", "payin", cancelled, "mali")).isEqualTo("in the dashboard by mali");
    }

    @Test
    void everyPostingAndAccountHasWords() {
        var accounts = EnumSet.noneOf(Account.class);
        for (var posting : PostingType.values()) {
            // Those of the operator's own books are of no merchant.
            if (!posting.objectType().equals("bank_posting")) {
                sentence("posting " + posting, run("happened", "posting", posting.word()));
                accounts.add(posting.debit());
                accounts.add(posting.credit());
            }
        }
        for (var account : accounts) {
            sentence("account " + account, run("happened", "account", account.word()));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "api_key           | create revoke regenerate enable_signing require_signing rotate_signing disable_signing",
                "ip_allowlist      | replace",
                "pay_page          | update",
                "callback_endpoint | create update rotate_secret delete",
                "user              | create delete change_password end_session end_sessions add_passkey remove_passkey",
                "user              | enable_second_factor disable_second_factor reset_second_factor renew_recovery_codes use_recovery_code",
                "user              | fail_sign_in lock_sign_in fail_confirmation",
                "organization      | create update",
                "delivery          | redeliver redeliver_all start_redelivery complete_redelivery stop_redelivery",
                "approval          | request approve refuse withdraw",
                "payin             | update record_payment resend_callback release_match",
                "payout            | update resend_callback",
                "suspense          | update",
            })
    void everythingThatTheAuditLogHasOfAPersonHasASentence(String type, String actions) {
        for (var action : actions.split(" ")) {
            sentence(type + " " + action, run("audited", "deed", type, action));
        }
    }

    @Test
    void everyTriggerHasASentenceInTheAuditLog() {
        Map.of(
                        "payin", PayinStatus.Trigger.values(),
                        "payout", PayoutStatus.Trigger.values(),
                        "slip", SlipStage.Trigger.values(),
                        "suspense", SuspenseStatus.Trigger.values(),
                        "settlement", SettlementStatus.Trigger.values(),
                        "organization_account", VerificationStatus.Trigger.values(),
                        "customer", VerificationStatus.Trigger.values())
                .forEach((type, triggers) -> {
                    for (var trigger : triggers) {
                        sentence(type + " " + trigger, run("audited", "deed", type, ((Word) trigger).word()));
                    }
                });
        assertThat(run("audited", "deed", "payin", "confirm, open_refund"))
                .isEqualTo("Payin confirmed; refund of a payin started");
        assertThat(run("audited", "deed", "payin", "something_new")).isNull();
    }

    private static Map<String, Object> item(String title, Map<String, Object> detail) {
        return Map.of("title", title, "detail", detail);
    }

    @Test
    void everythingThatHappensToASlipHasASentence() {
        var items = new ArrayList<Map<String, Object>>();
        for (var source : Slip.Source.values()) {
            var detail = Map.<String, Object>of("source", source.word(), "number", 1, "status", "pending");
            items.add(item("slip uploaded", detail));
            items.add(item("slip in review", detail));
            for (var reason : Slip.Reason.values()) {
                items.add(item(
                        "slip " + SlipStatus.REJECTED.word(),
                        Map.of("source", source.word(), "number", 2, "reason", reason.word())));
            }
            items.add(item("slip " + SlipStatus.ACCEPTED.word(), detail));
        }
        assertThat(SlipStatus.values())
                .as("each that ends has a title of its own")
                .hasSize(3);
        items.forEach(item -> sentence(item.toString(), run("happened", "slip", item)));
    }

    @Test
    void everythingThatHappensToAMatchAndToMoneyInSuspenseHasASentence() {
        for (var kind : List.of("payin", "payout")) {
            for (var state : List.of("open", "released")) {
                sentence(kind + " " + state, run("happened", "match", kind, item("", Map.of("match", state))));
            }
        }
        var ends = Stream.of(SuspenseStatus.values())
                .filter(status -> status != SuspenseStatus.NOTED && status != SuspenseStatus.OPEN)
                .map(status -> "unallocated payment " + status.word());
        Stream.concat(Stream.of("payment unallocated"), ends).forEach(title -> {
            for (var reason : Unmatched.Reason.values()) {
                var item = item(title, Map.of("reason", reason.word()));
                sentence(item.toString(), run("happened", "suspense", item));
            }
        });
    }
}
