package io.tical.server.payin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.crypto.Deposit;
import io.tical.server.crypto.EvmNode;
import io.tical.server.crypto.Transfer;
import io.tical.server.key.TransactionKey;
import io.tical.server.problem.Problem;
import io.tical.server.staff.Operator;
import io.tical.server.transaction.StaffDecision;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Real USDT, as far as a chain on loopback has any: from the address to the wallet. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LiveDepositTest {
    private static final Duration SOON = Duration.ofSeconds(90);
    private static final String XPUB =
            "xpub6DCoCpSuQZB2jawqnGMEPS63ePKWkwWPH4TU45Q7LPXWuNd8TMtVxRrgjtEshuqpK3mdhaWHPFsBngh5GFZaM6si3yZdUsT8ddYM3PwnATt";

    private final EvmNode node = new EvmNode(200);
    private TestService service;

    @BeforeAll
    void start() {
        service = TestService.start(Map.of(
                "TICAL_CRYPTO_NETWORK", "ERC20",
                "TICAL_ERC20_XPUB", XPUB,
                "TICAL_ERC20_URL", node.server().url() + "/v3/{key}",
                "TICAL_ERC20_KEY", "node-key",
                "TICAL_ERC20_CONFIRMATIONS", "3"));
    }

    @AfterAll
    void stop() {
        service.requireCleanAudit();
        service.close();
        node.close();
    }

    private Merchant live() {
        return service.live(service.merchant());
    }

    private static String deposit(Merchant merchant, String reference, long amount) {
        return merchant.post("/v1/payins", String.format(Locale.ROOT, """
                {"order_ref":"%s","amount":%d,"channel":"crypto"}""", reference, amount))
                .expect(201)
                .word("id");
    }

    /** Looks at everything now, until it is so. */
    private void until(Merchant merchant, String id, String field, String value) {
        await().atMost(SOON).until(() -> {
            service.sql(
                    "UPDATE crypto_deposit SET due_at = now() - interval '1 second', check_at = now() - interval '1 second'"
                            + " WHERE payin_id = '" + id + "'");
            return merchant.payin(id).word(field).equals(value);
        });
    }

    @Test
    void aConfirmedDepositIsCreditedLessTheFee() {
        var merchant = live();
        service.payinFee(merchant, "USDT", 10, 1_000);
        var id = deposit(merchant, "live", 20_000_000);
        var address = merchant.payin(id).word("address");
        assertThat(address).startsWith("0x");

        var payment = node.pay(address, 21_000_000);
        until(merchant, id, "status", "processing");
        assertThat(merchant.payin(id).number("received_amount")).isEqualTo(21_000_000);
        assertThat(merchant.payin(id).word("tx_hash")).isEqualTo(payment.txHash());
        assertThat(merchant.get("/v1/balance").expect(200).data())
                .noneMatch(item -> item.get("currency").asText().equals("USDT"));

        node.mine(2);
        until(merchant, id, "status", "success");
        assertThat(merchant.payin(id).number("confirmations")).isEqualTo(3);
        assertThat(merchant.balance("USDT").get("available").asLong()).isEqualTo(21_000_000 - 201_000);
        assertThat(node.server().last().target()).isEqualTo("/v3/node-key");
    }

    @Test
    void aPaymentInTimeThatIsConfirmedAfterTheTimeStillPays() {
        var merchant = live();
        var id = deposit(merchant, "late", 20_000_000);
        var address = merchant.payin(id).word("address");
        // The time of the deposit is not moved. Its payment comes after, because one that is seen keeps the payin open.
        service.expire(id);
        await().atMost(SOON).until(() -> merchant.payin(id).word("status").equals("expired"));
        node.pay(address, 20_000_000);
        node.mine(2);
        until(merchant, id, "status", "success");
        assertThat(merchant.balance("USDT").get("available").asLong()).isEqualTo(20_000_000);
    }

    @Test
    void aCreditedDepositWhosePayinWasRefundedBeforeItClosedIsNotUnallocated() {
        var merchant = live();
        var id = deposit(merchant, "refunded", 20_000_000);
        node.pay(merchant.payin(id).word("address"), 20_000_000);
        node.mine(3);
        until(merchant, id, "status", "success");
        awaitNotifiedPayee(id);
        var payin = new TransactionKey(merchant.organizationId(), true, UUID.fromString(id));

        service.tical()
                .payins()
                .commands()
                .decide(
                        payin,
                        new PayinAction.Fire(PayinStatus.Trigger.OPEN_REFUND),
                        new StaffDecision("finance", null, null, "request-1"));
        interruptClosing(id);
        awaitNotifiedPayee(id);
        assertPaid(payin);

        service.tical()
                .payins()
                .commands()
                .decide(
                        payin,
                        new PayinAction.CompleteRefund("refund " + payin.id()),
                        new StaffDecision("finance", null, null, "request-2"));
        interruptClosing(id);
        awaitNotifiedPayee(id);
        assertPaid(payin);
        assertThat(merchant.payin(id).word("status")).isEqualTo("refunded");
    }

    /** As after the end of a node between the confirmation of the payin and the closing of the deposit. */
    private void interruptClosing(String id) {
        service.asService(
                "crypto_transfer",
                "UPDATE crypto_transfer SET state = 'counted' WHERE state = 'credited' AND payin_id = '" + id + "'");
        service.asService(
                "crypto_deposit",
                "UPDATE crypto_deposit SET state = 'paying', due_at = now() WHERE payin_id = '" + id + "'");
    }

    private void awaitNotifiedPayee(String id) {
        await().atMost(SOON)
                .until(() -> service.count("SELECT count(*) FROM crypto_deposit WHERE state IN ('paid', 'closed')"
                                + " AND payin_id = '" + id + "'")
                        == 1);
    }

    private void assertPaid(TransactionKey payin) {
        var deposits = service.tical().deposits();
        assertThat(deposits.find(payin).orElseThrow().progress().state()).isEqualTo(Deposit.State.PAID);
        assertThat(deposits.transfers(payin)).extracting(Transfer::state).containsExactly(Transfer.State.CREDITED);
        assertThat(service.tical().suspense().ofPayin(payin.organizationId(), true, payin.id()))
                .isEmpty();
    }

    /** The service finds them on the chain, so a record of staff would count them twice. */
    @Test
    void staffRecordNoPaymentOfADeposit() {
        var finance = service.operator(Operator.Role.FINANCE);
        var merchant = live();
        service.payinFee(merchant, "USDT", 10, 1_000);
        var id = deposit(merchant, "partial", 9_000_000);
        var address = merchant.payin(id).word("address");
        var first = node.pay(address, 8_000_000);
        node.mine(3);
        until(merchant, id, "status", "processing");
        requireNoRecord(finance, id, 8_000_000, first.txHash());

        pass(id);
        until(finance, id, "partial", 8_000_000);
        var second = node.pay(address, 1_000_000);
        node.mine(3);
        until(finance, id, "late", 1_000_000);
        requireNoRecord(finance, id, 1_000_000, second.txHash());

        var suspense = finance.get("/admin/v1/payins/" + id).expect(200).data().get("unallocated_funds");
        assertThat(suspense).hasSize(2);
        finance.post(
                        "/admin/v1/suspense/" + suspense.get(0).get("id").asText() + "/dispose",
                        "{\"disposition\":\"match\",\"override_reason\":\"agreed\",\"note\":\"they asked\",\"payin_id\":\""
                                + id + "\"}")
                .expect(200);
        assertThat(merchant.payin(id).word("status")).isEqualTo("success");
        requireNoRecord(finance, id, 1_000_000, second.txHash());
        assertThat(merchant.balance("USDT").get("available").asLong()).isEqualTo(8_000_000 - 91_000);
        assertThat(service.count("SELECT sum(CASE WHEN debit = 'rail' THEN amount ELSE -amount END) FROM transfer"
                        + " WHERE 'rail' IN (debit, credit) AND organization_id = '" + merchant.organizationId() + "'"))
                .isEqualTo(9_000_000);
    }

    private static void requireNoRecord(OperatorClient finance, String id, long paid, String txHash) {
        var path = "/admin/v1/payins/" + id;
        var payin = finance.get(path).expect(200);
        assertThat(payin.data().get("decisions").toString()).doesNotContain("confirm");
        finance.post(
                        path + "/confirm",
                        String.format(
                                Locale.ROOT,
                                "{\"version\":%d,\"paid_amount\":%d,\"note\":\"on the chain\",\"override_reason\":\"other\",\"reference\":\"%s\"}",
                                payin.number("version"),
                                paid,
                                txHash))
                .expect(409, "PAYIN_STATUS_TRANSITION_INVALID");
    }

    /** The payin expires, and then the time passes in which an incomplete amount may still be completed. */
    private void pass(String id) {
        service.expire(id);
        service.asService(
                "crypto_transfer",
                "UPDATE crypto_transfer SET block_at = now() - interval '20 minutes' WHERE payin_id = '" + id + "'");
        service.asService(
                "crypto_deposit",
                "UPDATE crypto_deposit SET expires_at = now() - interval '11 minutes' WHERE payin_id = '" + id + "'");
    }

    /** Polls the address, until its payin has these unallocated funds. */
    private void until(OperatorClient finance, String id, String reason, long amount) {
        await().atMost(SOON).until(() -> {
            service.sql(
                    "UPDATE crypto_deposit SET due_at = now() - interval '1 second', check_at = now() - interval '1 second'"
                            + " WHERE payin_id = '" + id + "'");
            return finance.get("/admin/v1/payins/" + id)
                    .expect(200)
                    .data()
                    .get("unallocated_funds")
                    .valueStream()
                    .anyMatch(item -> item.get("reason").asText().equals(reason)
                            && item.get("status").asText().equals("open")
                            && item.get("amount").asLong() == amount);
        });
    }

    @Test
    void twoOrganizationsNeverShareAnAddress() {
        var first = live();
        var second = live();
        var one = first.payin(deposit(first, "mine", 20_000_000)).word("address");
        var id = deposit(second, "mine", 20_000_000);
        assertThat(second.payin(id).word("address")).isNotEqualTo(one);
        node.pay(one, 20_000_000);
        node.mine(3);
        until(second, id, "status", "pending");
        assertThat(second.payin(id).number("received_amount")).isZero();
    }

    /** A payin whose deposit was paid and whose refund is open. */
    private TransactionKey refundable(Merchant merchant, String reference) {
        var id = deposit(merchant, reference, 20_000_000);
        node.pay(merchant.payin(id).word("address"), 20_000_000);
        node.mine(3);
        until(merchant, id, "status", "success");
        awaitNotifiedPayee(id);
        var payin = new TransactionKey(merchant.organizationId(), true, UUID.fromString(id));
        service.tical()
                .payins()
                .commands()
                .decide(
                        payin,
                        new PayinAction.Fire(PayinStatus.Trigger.OPEN_REFUND),
                        new StaffDecision("finance", null, null, reference));
        return payin;
    }

    private void refund(TransactionKey payin, String reference) {
        service.tical()
                .payins()
                .commands()
                .decide(
                        payin,
                        new PayinAction.CompleteRefund(reference),
                        new StaffDecision("finance", null, null, "request-" + reference));
    }

    /** The operator's own transfers may come to an address of the service too, such as a refund to a payer who shops elsewhere. */
    @Test
    void aTransactionThatWasRecordedAsARefundPaysNoDeposit() {
        var finance = service.operator(Operator.Role.FINANCE);
        var merchant = live();
        var refunded = refundable(merchant, "sent back");
        var id = deposit(merchant, "named", 20_000_000);
        service.sql("UPDATE crypto_deposit SET due_at = now() + interval '1 hour', check_at = now() + interval '1 hour'"
                + " WHERE payin_id = '" + id + "'");
        var payment = node.pay(merchant.payin(id).word("address"), 20_000_000);
        refund(refunded, "https://etherscan.io/tx/" + payment.txHash());
        node.mine(3);
        until(finance, id, "named", 20_000_000);
        assertThat(merchant.payin(id).word("status")).isNotEqualTo("success");
    }

    @Test
    void aTransactionThatCameToADepositIsNoRefund() {
        var merchant = live();
        var id = deposit(merchant, "received", 20_000_000);
        var payment = node.pay(merchant.payin(id).word("address"), 20_000_000);
        node.mine(3);
        until(merchant, id, "status", "success");
        var refunded = refundable(merchant, "to send back");
        for (var reference : List.of(
                payment.txHash(),
                "tx " + payment.txHash().substring(2).toUpperCase(Locale.ROOT),
                "https://etherscan.io/tx/" + payment.txHash() + "#eventlog")) {
            assertThatThrownBy(() -> refund(refunded, reference))
                    .isInstanceOfSatisfying(
                            Problem.Conflict.class,
                            refused -> assertThat(refused.code()).isEqualTo("TRANSFER_ALREADY_USED"))
                    .hasMessageContaining("paid the payin " + id);
        }
        refund(refunded, "0x" + "ab".repeat(32));
    }

    /** As long as the provider hides a transfer: in the overview, in a list, in the payin, and administrators are told once. */
    @Test
    void aBalanceThatTransfersDoNotExplainIsShownToOperators() {
        var admin = service.operator(Operator.Role.ADMIN);
        var merchant = live();
        var id = deposit(merchant, "hidden", 20_000_000);
        var address = merchant.payin(id).word("address");
        service.sql("UPDATE crypto_deposit SET due_at = now() + interval '1 hour', check_at = now() + interval '1 hour'"
                + " WHERE payin_id = '" + id + "'");
        node.pay(address, 20_000_000);
        try {
            node.mine(10).lagging(5_000);
            await().atMost(Duration.ofMinutes(2)).until(() -> {
                service.sql("UPDATE crypto_deposit SET check_at = now() - interval '1 second' WHERE payin_id = '" + id
                        + "'");
                node.mine(1);
                return differing(admin) == 1;
            });
            var listed =
                    admin.get("/admin/v1/payins?deposit=differing").expect(200).data();
            assertThat(listed.findValuesAsText("id")).containsExactly(id);
            var shown = admin.get("/admin/v1/payins/" + id).expect(200).data().get("deposit");
            assertThat(shown.get("difference").asText()).isEqualTo("20000000");
            assertThat(shown.get("address").asText()).isEqualTo(address);
            assertThat(notices(admin, address)).isEqualTo(1);
        } finally {
            node.lagging(0);
        }
        until(merchant, id, "status", "success");
        await().atMost(SOON).until(() -> {
            service.sql(
                    "UPDATE crypto_deposit SET check_at = now() - interval '1 second' WHERE payin_id = '" + id + "'");
            return differing(admin) == 0;
        });
        assertThat(admin.get("/admin/v1/payins?deposit=differing").expect(200).data())
                .isEmpty();
        assertThat(notices(admin, address)).isEqualTo(1);
        admin.get("/admin/v1/payins?deposit=other").expect(400, "DEPOSIT_INVALID");
    }

    private static long notices(OperatorClient admin, String address) {
        return admin.get("/admin/v1/notices?status=unread")
                .expect(200)
                .data()
                .valueStream()
                .filter(notice -> notice.get("subject").asText().equals("ERC20 " + address))
                .filter(notice -> notice.get("action").asText().equals("differ"))
                .count();
    }

    private static long differing(OperatorClient operator) {
        return operator.get("/admin/v1/overview?livemode=true")
                .expect(200)
                .data()
                .get("queues")
                .valueStream()
                .filter(queue -> queue.get("queue").asText().equals("deposits_differing"))
                .mapToLong(queue -> queue.get("count").asLong())
                .sum();
    }
}
