package io.tical.server.slip;

import static io.tical.server.slip.SlipDrawing.awaitReview;
import static io.tical.server.slip.SlipDrawing.awaitStatus;
import static io.tical.server.slip.SlipDrawing.id;
import static io.tical.server.slip.SlipDrawing.reference;
import static io.tical.server.slip.SlipDrawing.result;
import static io.tical.server.slip.SlipDrawing.slip;
import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.AuditedService;
import io.tical.server.Merchant;
import io.tical.server.picture.Pictures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A transfer pays once, whoever shows its slip. The simulator finds every slip genuine, with what is expected. */
class SlipReuseTest extends AuditedService {
    private Merchant merchant;
    private String reference;

    @BeforeEach
    void newMerchant() {
        merchant = service.merchant();
        reference = reference();
    }

    private static String payin(Merchant of, String name) {
        return of.payin(name, 20_000).expect(201).word("id");
    }

    @Test
    void aTestPayersSlipReachesSuccess() {
        var payin = payin(merchant, "order");

        merchant.slip(payin, slip(reference)).expect(200);

        awaitStatus(merchant, payin, "success");
        assertThat(merchant.get("/v1/balance").data().findValuesAsText("available"))
                .allMatch("0"::equals);
    }

    @Test
    void theSecondPayinWithTheSameTransferWaitsForFinanceWhosePayinItMayBe() {
        var first = payin(merchant, "first");
        merchant.slip(first, slip(reference)).expect(200);
        awaitStatus(merchant, first, "success");
        var other = service.merchant();
        for (var of : List.of(merchant, other)) {
            var second = payin(of, "second");

            // Another picture of the same transfer.
            of.slip(second, slip("004", reference, 99)).expect(200);

            var dossier = awaitReview(service, id(service, of, false, second, 1));
            assertThat(result(dossier, "reference")).isEqualTo("mismatch");
            assertThat(dossier.earlier().getFirst().use().paid()).isTrue();
            assertThat(dossier.earlier().getFirst().use().payin().id()).hasToString(first);
            assertThat(of.payin(second).word("status")).isEqualTo("processing");
        }
    }

    @Test
    void shownForManyPayinsOfTwoMerchantsAtTheSameMomentATransferPaysOne() throws Exception {
        var other = service.merchant();
        var payins = new ArrayList<Map.Entry<Merchant, String>>();
        for (int i = 0; i < 6; i++) {
            var of = i % 2 == 0 ? merchant : other;
            payins.add(Map.entry(of, payin(of, "parallel-" + i)));
        }
        var gun = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var payin : payins) {
                var file = slip("004", reference, payins.indexOf(payin));
                threads.submit(() -> {
                    gun.await();
                    return payin.getKey().slip(payin.getValue(), file).expect(200);
                });
            }
            gun.countDown();
        }
        Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .untilAsserted(() -> assertThat(service.count("SELECT count(*) FROM slip WHERE reference = '"
                                + reference + "' AND stage IN ('checking', 'confirming')"))
                        .isZero());
        assertThat(payins.stream()
                        .filter(payin -> payin.getKey()
                                .payin(payin.getValue())
                                .word("status")
                                .equals("success")))
                .hasSize(1);
        assertThat(service.count("SELECT count(*) FROM slip_reference WHERE reference = '" + reference + "'"))
                .isEqualTo(1);
    }

    @Test
    void aSlipThatWasUploadedTwiceForItsPayinNeedsNoReview() {
        var payin = payin(merchant, "twice");
        var file = slip(reference);
        merchant.slip(payin, file).expect(200);
        merchant.slip(payin, file);

        awaitStatus(merchant, payin, "success");
        Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .untilAsserted(() -> assertThat(service.count(
                                "SELECT count(*) FROM slip WHERE payin_id = '" + payin + "' AND status = 'pending'"))
                        .isZero());
        assertThat(service.count("SELECT count(*) FROM slip WHERE payin_id = '" + payin + "' AND status = 'accepted'"))
                .isEqualTo(1);
    }

    @Test
    void aPictureThatLooksTheSameAndNamesNoTransferIsForFinance() {
        var photo = Pictures.photo(700, 900, 4, reference.hashCode());
        var first = payin(merchant, "first");
        merchant.slip(first, Pictures.jpeg(photo, 0.9)).expect(200);
        awaitStatus(merchant, first, "success");
        var other = service.merchant();
        var second = payin(other, "second");

        other.slip(second, Pictures.jpeg(Pictures.scaled(photo, 0.7), 0.5)).expect(200);

        // To the simulator it is another transfer; only the look gives it away.
        var dossier = awaitReview(service, id(service, other, false, second, 1));
        assertThat(result(dossier, "picture")).isEqualTo("mismatch");
        assertThat(dossier.earlier().getFirst().use().kind()).isEqualTo(EarlierUse.Kind.PICTURE);
        assertThat(dossier.earlier().getFirst().use().payin().id()).hasToString(first);
    }

    @Test
    void similarSlipsOfOneBankAreDistinguishedByTheirCodes() {
        for (int i = 0; i < 3; i++) {
            var payin = payin(merchant, "alike-" + i);
            // The same picture but for the small code in the corner.
            merchant.slip(payin, slip("004", reference(), 5)).expect(200);
            awaitStatus(merchant, payin, "success");
        }
    }

    @Test
    void theEnvironmentsDoNotMeet() {
        var payin = payin(merchant, "test");
        merchant.slip(payin, slip(reference)).expect(200);
        awaitStatus(merchant, payin, "success");
        var live = service.live(merchant);
        var of = payin(live, "live");

        live.slip(of, slip(reference)).expect(200);

        var dossier = awaitReview(service, id(service, live, true, of, 1));
        assertThat(result(dossier, "reference")).isEqualTo("match");
        assertThat(dossier.earlier()).isEmpty();
    }
}
