package io.tical.server.outward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.rail.ManualRail;
import io.tical.server.staff.Operator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Staff get a live payout to transfer only after this is written down, also after a node died between the commit and the record. */
class HandedToStaffTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    private static long handedOver(TestService service, Path place) {
        return WrittenDown.in(service, place).stream()
                .filter(one -> one.by().equals(ManualRail.NAME))
                .count();
    }

    private static boolean toTransfer(OperatorClient finance, String payout) {
        return finance.get("/admin/v1/payouts?rail=manual&status=processing")
                .expect(200)
                .data()
                .toString()
                .contains(payout);
    }

    @Test
    void whatANodeLeftWithoutARecordIsWrittenDownBeforeStaffGetIt(@TempDir Path place) throws IOException {
        var settings = Map.of("TICAL_OUTWARD_LOG", place.toString());
        try (var first = TestService.start(Map.of(), TestService.WITHOUT_WORK)) {
            var merchant = first.fundedLive(first.merchant(), 10_000_000);
            merchant.account();
            var finance = first.operator(Operator.Role.FINANCE);
            finance.verifyAccount(merchant);
            String payout;
            try (var dies = first.on(first.database(), settings, TestService.Work.RUNNING)) {
                payout = merchant.at(dies.port())
                        .payout("handed", 50_000)
                        .expect(201)
                        .word("id");
                await().atMost(SOON)
                        .until(() -> toTransfer(finance.at(dies.tical().ports().admin()), payout));
                assertThat(handedOver(dies, place)).isEqualTo(1);
            }
            // As it is between the commit of the attempt and its record.
            first.asService("payout_attempt", "UPDATE payout_attempt SET polls = 0");
            first.sql("UPDATE payout SET due_at = now() + interval '1 hour'");

            try (var next = first.on(first.database(), settings, TestService.Work.RUNNING)) {
                var staff = finance.at(next.tical().ports().admin());
                await().atMost(SOON).until(() -> next.tical().fence().closedBecause() == null);
                var away = place.resolveSibling(place.getFileName() + "-away");
                Files.move(place, away);
                next.makeDue(payout);
                await().atMost(SOON).until(() -> next.count("SELECT count(*) FROM payout WHERE due_at > now()") == 1);
                assertThat(toTransfer(staff, payout)).isFalse();
                Files.move(away, place);
                next.makeDue(payout);
                await().atMost(SOON).until(() -> toTransfer(staff, payout));
                assertThat(handedOver(next, place)).isGreaterThanOrEqualTo(2);
                assertThat(next.count("SELECT count(*) FROM payout_attempt")).isEqualTo(1);
            }
        }
    }
}
