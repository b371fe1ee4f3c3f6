package io.tical.server.kept;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.server.DashboardClient;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.webhook.CallbackSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The service starts on the home of each earlier release: what was there is there, and what was under way goes on. */
class KeptReleasesTest {
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final String TO_DO = """
            The kept home of release %s does not fit the program. If that release is published, what it has must stay as it was: undo the \
            change, or make it in a new migration. If it is not published yet, keep its home again: docs/releasing.md, step 3.""";

    @TempDir
    private Path home;

    static List<String> releases() throws IOException {
        try (var archives = Files.list(KeptHome.FOLDER)) {
            return archives.map(archive -> archive.getFileName().toString().replace(".zip", ""))
                    .sorted()
                    .toList();
        }
    }

    /** The changelog has them all. */
    @Test
    void theHomeOfEveryReleaseIsKept() throws IOException {
        var released = Pattern.compile("^## (\\d+\\.\\d+\\.\\d+)\\b", Pattern.MULTILINE)
                .matcher(Files.readString(Path.of("../CHANGELOG.md")))
                .results()
                .map((MatchResult heading) -> heading.group(1))
                .sorted()
                .toList();
        assertThat(releases()).as("docs/releasing.md, step 3, keeps a home").containsExactlyElementsOf(released);
    }

    @ParameterizedTest
    @MethodSource("releases")
    void aServiceStartsOnIt(String release) {
        try {
            startOn(release);
        } catch (Exception | AssertionError failure) {
            throw new AssertionError(TO_DO.formatted(release), failure);
        }
    }

    private void startOn(String release) throws IOException, SQLException {
        var kept = KeptHome.read(KeptHome.FOLDER.resolve(release + ".zip"));
        kept.unpack(home);
        var database = kept.database();
        var facts = kept.facts();
        try (var sink = new CallbackSink()) {
            try (var resting = TestService.in(home, database, KeptWork.SETTINGS, TestService.Work.OFF)) {
                requireKnown(resting, facts);
                redirect(resting, facts, sink);
            }
            try (var working = TestService.in(home, database, KeptWork.SETTINGS, TestService.Work.RUNNING)) {
                requireGoingOn(working, facts, sink);
            }
        }
    }

    private static void requireKnown(TestService service, KeptFacts facts) {
        facts.reads()
                .forEach(read -> read.requireSame(facts.keys().get(read.key()).at(service.port())));
        facts.answers()
                .forEach(answer ->
                        answer.requireSame(facts.keys().get(answer.key()).at(service.port())));
        var finance = finance(service, facts);
        for (var list : List.of(
                "payouts", "payins", "slips", "settlements", "suspense", "issues", "approvals", "customers", "audit")) {
            assertThat(finance.get("/admin/v1/" + list).expect(200).data())
                    .as(list)
                    .isNotEmpty();
        }
        var slip = finance.get("/admin/v1/slips?status=accepted")
                .expect(200)
                .data()
                .get(0)
                .get("id");
        assertThat(finance.file("/admin/v1/slips/" + slip.asText() + "/image")).startsWith(0xFF, 0xD8);
    }

    private static OperatorClient finance(TestService service, KeptFacts facts) {
        var finance = new OperatorClient(
                service.adminPort(), facts.finance().username(), facts.finance().password());
        finance.signIn().expect(200);
        return finance;
    }

    /** Callbacks go to the address of their endpoint, which is another one on this machine. */
    private static void redirect(TestService service, KeptFacts facts, CallbackSink sink) {
        var owner = new DashboardClient(
                service.port(), facts.owner().username(), facts.owner().password());
        owner.signIn().expect(200);
        for (var kind : List.of("payin", "payout")) {
            owner.replace("/api/callbacks/" + kind, "{\"url\":\"" + sink.url() + "\"}")
                    .expect(200);
        }
    }

    private void requireGoingOn(TestService service, KeptFacts facts, CallbackSink sink) {
        var test = facts.keys().get("first_test").at(service.port());
        var live = facts.keys().get("first_live").at(service.port());
        var open = facts.open();
        await("what left is compared with the database without people")
                .atMost(SOON)
                .until(() -> service.tical().fence().closedBecause() == null);
        await("the payout is sent")
                .atMost(SOON)
                .until(() -> test.payout(open.payout()).word("status"), "success"::equals);
        await("the settlement is sent")
                .atMost(SOON)
                .until(
                        () -> test.get("/v1/settlements/" + open.settlement())
                                .expect(200)
                                .word("status"),
                        "completed"::equals);
        await("the callback is sent")
                .atMost(SOON)
                .until(() -> !sink.about(open.told()).isEmpty());
        var finance = finance(service, facts);
        var path = "/admin/v1/payins/" + open.payin();
        var before = live.available();
        var payin = finance.get(path).expect(200);
        finance.post(
                        path + "/confirm",
                        String.format(
                                Locale.ROOT,
                                "{\"version\":%d,\"paid_amount\":%d,\"reference\":\"LATER\",\"sending_bank\":\"KBANK\",\"note\":\"found\"}",
                                payin.number("version"),
                                payin.number("transfer_amount")))
                .expect(200);
        assertThat(live.payin(open.payin()).word("status")).isEqualTo("success");
        assertThat(live.available()).isGreaterThan(before);
        var customer = test.get("/v1/customers?q=1234567890").expect(200).data().get(0);
        var fresh = test.post(
                        "/v1/payouts",
                        "{\"order_ref\":\"of a later release\",\"amount\":10000,\"dest_account_id\":\"%s\"}"
                                .formatted(customer.get("id").asText()))
                .expect(201)
                .word("id");
        await().atMost(SOON).until(() -> test.payout(fresh).word("status"), "success"::equals);

        assertThat(service.count("SELECT count(*) FROM outward_case")).isZero();
        await().atMost(SOON).untilAsserted(service::requireCleanAudit);
        var finding = service.auditByCommand().finding();
        assertThat(finding == null ? "" : finding.sentence()).isEmpty();
    }
}
