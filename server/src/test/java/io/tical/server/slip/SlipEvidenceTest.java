package io.tical.server.slip;

import static io.tical.server.slip.SlipDrawing.awaitReview;
import static io.tical.server.slip.SlipDrawing.awaitStatus;
import static io.tical.server.slip.SlipDrawing.id;
import static io.tical.server.slip.SlipDrawing.reference;
import static io.tical.server.slip.SlipDrawing.result;
import static io.tical.server.slip.SlipDrawing.slip;
import static io.tical.server.slip.SlipDrawing.trueMoney;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.picture.Pictures;
import io.tical.server.problem.Problem;
import io.tical.server.rail.UpstreamServer;
import io.tical.server.transaction.StaffDecision;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One transfer shown in two ways, of which the verifier names different banks, pays once automatically. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SlipEvidenceTest {
    private final UpstreamServer upstream = new UpstreamServer();
    private TestService service;
    private Merchant first;
    private Merchant second;
    private String reference;
    private int photos;

    @BeforeAll
    void start() {
        service = TestService.start(Map.of(
                "TICAL_SLIP_VERIFIER", "slipok",
                "TICAL_SLIP_VERIFIER_URL", upstream.url(),
                "TICAL_SLIP_VERIFIER_KEY", "key",
                "TICAL_SLIP_VERIFIER_BRANCH", "1",
                "TICAL_SLIP_POLL_SECONDS", "1,2,3,5"));
    }

    @AfterAll
    void stop() {
        service.requireCleanAudit();
        service.close();
        upstream.close();
    }

    @BeforeEach
    void newMerchants() {
        first = service.live(service.merchant());
        second = service.live(service.merchant());
        reference = reference();
    }

    /** What the verifier answers to everything: this transfer, of this bank. */
    private void verifies(long amount, String bank) {
        var facts = """
                {"success":true,"data":{"success":true,"transRef":"%s",%s"receivingBank":"004","transTimestamp":"%s",
                 "sender":{"displayName":"Mr. Somchai J","account":{"type":"BANKAC","value":"xxx-x-x6789-x"}},
                 "receiver":{"displayName":"Tical D","account":{"type":"BANKAC","value":"xxx-x-x0000-x"}},"amount":%s}}""".formatted(
                        reference,
                        bank.isEmpty() ? "" : "\"sendingBank\":\"" + bank + "\",",
                        Instant.now(),
                        BigDecimal.valueOf(amount, 2).toPlainString());
        upstream.answering(asked -> facts);
    }

    private byte[] withoutCode() {
        return Pictures.jpeg(Pictures.photo(700, 900, 4, reference.hashCode() + 31L * ++photos), 0.9);
    }

    private static String payin(Merchant of, long amount) {
        return of.payin("order-" + amount, amount).expect(201).word("id");
    }

    private void requirePaid(Merchant of, String payin, byte[] file, String bank) {
        verifies(of.payin(payin).number("transfer_amount"), bank);
        of.slip(payin, file).expect(200);
        awaitStatus(of, payin, "success");
    }

    private SlipReview.Dossier requireReview(Merchant of, String payin, byte[] file, String bank) {
        verifies(of.payin(payin).number("transfer_amount"), bank);
        of.slip(payin, file).expect(200);
        var dossier = awaitReview(service, id(service, of, true, payin, 1));
        assertThat(of.payin(payin).word("status")).isEqualTo("processing");
        assertThat(of.balance("THB").get("total").asLong()).isZero();
        return dossier;
    }

    @ParameterizedTest
    @ValueSource(strings = {"004", "014", "KBANK", "TRUEMONEY", "TMN", "999", ""})
    void aTrueMoneySlipAndThenAPictureOfItsTransferPayOnce(String bank) {
        var paid = payin(first, 30_000);
        requirePaid(first, paid, trueMoney(reference), "014");
        var dossier = requireReview(second, payin(second, 30_000), withoutCode(), bank);
        assertThat(dossier.earlier().getFirst().use().paid()).isTrue();
        assertThat(dossier.earlier().getFirst().use().payin().id()).hasToString(paid);
        assertThat(result(dossier, "reference")).isEqualTo("mismatch");
        // It may be the transfer of the wallet, whichever bank the verifier names.
        refusesToAccept(dossier);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TMN", "999", ""})
    void aPictureOfAnUnknownBankAndThenTheSlipOfItsTransferPayOnce(String bank) {
        var paid = payin(first, 35_000);
        if (bank.isEmpty()) {
            accept(requireReview(first, paid, withoutCode(), bank));
        } else {
            requirePaid(first, paid, withoutCode(), bank);
        }
        refusesToAccept(requireReview(second, payin(second, 35_000), slip("004", reference, 4), "004"));
    }

    private void refusesToAccept(SlipReview.Dossier dossier) {
        assertThatThrownBy(() -> accept(dossier))
                .isInstanceOfSatisfying(
                        Problem.Conflict.class,
                        problem -> assertThat(problem.code()).isEqualTo("SLIP_ALREADY_USED"));
    }

    private void accept(SlipReview.Dossier dossier) {
        var slip = dossier.slip();
        service.tical()
                .slipReview()
                .decide(
                        slip.key().id(),
                        new SlipAction.Accept(ReadSlips.asAsked(slip)),
                        new StaffDecision("fay", slip.progress().version(), "it arrived", "r"));
    }

    @Test
    void aPictureAndThenTheTrueMoneySlipOfItsTransferPayOnce() {
        requirePaid(first, payin(first, 31_000), withoutCode(), "014");
        var dossier = requireReview(second, payin(second, 31_000), trueMoney(reference), "014");
        assertThat(result(dossier, "reference")).isEqualTo("mismatch");
    }

    @Test
    void picturesForWhichTheVerifierNamesTwoBanksPayOnce() {
        requirePaid(first, payin(first, 32_000), withoutCode(), "014");
        requireReview(second, payin(second, 32_000), withoutCode(), "004");
    }

    @Test
    void banksSlipsWithOneReferenceAreForFinanceWhichMayTakeBoth() {
        requirePaid(first, payin(first, 33_000), slip("004", reference, 1), "004");
        var payin = payin(second, 33_000);
        var dossier = requireReview(second, payin, slip("014", reference, 2), "014");
        accept(dossier);
        awaitStatus(second, payin, "success");
    }

    @Test
    void shownInManyWaysAtTheSameMomentItPaysOne() throws Exception {
        var merchants = new ArrayList<Merchant>();
        var payins = new ArrayList<String>();
        for (int i = 0; i < 4; i++) {
            var merchant = service.live(service.merchant());
            merchants.add(merchant);
            payins.add(merchant.payin("order", 34_000).expect(201).word("id"));
        }
        var files = List.of(trueMoney(reference), withoutCode(), slip("004", reference, 3), withoutCode());
        var amounts = new ArrayList<Long>();
        for (int i = 0; i < 4; i++) {
            amounts.add(merchants.get(i).payin(payins.get(i)).number("transfer_amount"));
        }
        // All payins of one amount, as they would be on accounts of their own.
        service.asService(
                "payin",
                "UPDATE payin SET transfer_amount = 34077 WHERE payin_id IN ('" + String.join("','", payins) + "')");
        verifies(34_077, "006");
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 4; i++) {
                var number = i;
                threads.submit(() -> merchants.get(number).slip(payins.get(number), files.get(number)));
            }
        }
        Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .untilAsserted(() -> assertThat(service.count("SELECT count(*) FROM slip WHERE reference = '"
                                + reference + "' AND stage IN ('checking', 'confirming')"))
                        .isZero());
        assertThat(service.count("SELECT count(*) FROM slip_reference WHERE reference = '" + reference + "'"))
                .isLessThanOrEqualTo(1);
        // Cleaned up for the audit: the amounts that the payins were made with.
        for (int i = 0; i < 4; i++) {
            service.asService(
                    "payin",
                    String.format(
                            Locale.ROOT,
                            "UPDATE payin SET transfer_amount = %d WHERE payin_id = '%s'",
                            amounts.get(i),
                            payins.get(i)));
        }
    }
}
