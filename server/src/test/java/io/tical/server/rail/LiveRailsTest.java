package io.tical.server.rail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tical.common.CurrencyProfile;
import io.tical.common.Ids;
import io.tical.common.Money;
import io.tical.server.currency.Currencies;
import io.tical.server.transaction.EventType.Subject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which rail gets a transfer. */
class LiveRailsTest {
    private static final CurrencyProfile THB = Currencies.shipped().find("THB").orElseThrow();
    private static final UUID ATTEMPT = UUID.fromString("019abcde-0000-7000-8000-000000000000");
    private static final String RAIL = """
            {"name": "%s", "url": "https://bank.example", "currencies": {%s}, %s
             "send": {"method": "POST", "path": "", "body": {"a": "{attempt} {minor} {account}"}, "answer": {}}}""";

    @TempDir
    private Path folder;

    private LiveRails rails;

    /** Monday 2026-11-30 in Bangkok. */
    private static Instant at(String time) {
        return Instant.parse("2026-11-30T" + time + ":00+07:00");
    }

    @BeforeEach
    void rules() {
        rails = rails(
                List.of(
                        RAIL.formatted(
                                "scb",
                                "\"THB\": {\"min\": \"10.00\", \"max\": \"2000000.00\", \"banks\": {\"SCB\": \"014\"}}",
                                ""),
                        RAIL.formatted(
                                "fast",
                                "\"THB\": {\"max\": \"50000.00\"}, \"IDR\": {\"max\": \"1000000\"}",
                                "\"maintenance\": {\"from\": \"02:30\", \"until\": \"03:00\", \"zone\": \"Asia/Bangkok\"},"),
                        RAIL.formatted("slow", "\"THB\": {\"max\": \"700000.00\"}", "")),
                """
                {"currency": "THB", "banks": ["SCB"], "rails": ["scb", "slow"]},
                {"for": "settlements", "currency": "THB", "rails": "manual"},
                {"currency": "THB", "max": "50000.00", "times": {"from": "22:00", "until": "02:00", "days": ["mon"], "zone": "Asia/Bangkok"},
                 "rails": "slow"},
                {"currency": "THB", "max": "50000.00", "rails": [{"rail": "fast", "weight": 3}, {"rail": "slow", "weight": 1}]},
                {"currency": "THB", "min": "600000.00", "rails": "slow"},
                {"currency": "IDR", "rails": "fast"}""");
    }

    private LiveRails rails(List<String> declared, String rules) {
        try {
            var file = RailsFile.read(
                    Files.writeString(
                            folder.resolve("rails.json"),
                            "{\"rails\": [" + String.join(",", declared) + "], \"rules\": [" + rules + "]}"),
                    Map.of());
            return new LiveRails(
                    LiveRails.byName(file.rails().stream()
                            .map(config -> new LiveRails.Connected(new Named(config.name()), config.terms()))
                            .toList()),
                    file.rules(),
                    new ManualRail());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private record Named(String name) implements PayoutRail {
        @Override
        public PayoutOutcome dispatch(TransferOrder order) {
            throw new AssertionError("nothing is sent");
        }

        @Override
        public PayoutOutcome poll(TransferOrder order) {
            throw new AssertionError("nothing is polled");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "PAYOUT | THB | SCB | 200000000 | 12:00 | scb | rule 1, THB to SCB",
                "PAYOUT | THB | SCB | 200000001 | 12:00 | manual | no rail of rules 1, 5 can pay it now",
                "PAYOUT | THB | SCB | 999 | 12:00 | slow | rule 1, THB to SCB",
                "SETTLEMENT | THB | KBANK | 5000000 | 12:00 | manual | rule 2, settlements THB",
                "PAYOUT | THB | KBANK | 5000000 | 22:00 | slow | rule 3, THB up to 50,000.00 mon 22:00-02:00 Asia/Bangkok",
                "PAYOUT | THB | KBANK | 5000001 | 12:00 | manual | no rule applies",
                "PAYOUT | THB | KBANK | 1 | 02:30 | slow | rule 4, THB up to 50,000.00",
                "PAYOUT | THB | KBANK | 60000000 | 12:00 | slow | rule 5, THB from 600,000.00",
                "PAYOUT | THB | KBANK | 70000001 | 12:00 | manual | no rail of rule 5 can pay it now",
                "PAYOUT | IDR | BCA | 100000000 | 12:00 | fast | rule 6, IDR",
                "PAYOUT | IDR | BCA | 100000000 | 02:59 | manual | no rail of rule 6 can pay it now",
                "PAYOUT | IDR | BCA | 100000000 | 03:00 | fast | rule 6, IDR",
                "PAYOUT | VND | VCB | 100 | 12:00 | manual | no rule applies",
            })
    void theFirstRuleThatAppliesAndHasARailThatCanPayWins(
            Subject subject, String currency, String bank, long amount, String time, String rail, String why) {
        var route = rails.route(new Asked(subject, currency, bank, amount), ATTEMPT, Map.of(), at(time));

        assertThat(route.why()).isEqualTo(why);
        assertThat(route.rail()).isEqualTo(rail);
    }

    @Test
    void aWindowOverMidnightBelongsToTheDayOnWhichItBegins() {
        var asked = new Asked(Subject.PAYOUT, "THB", "KBANK", 5_000_000);

        assertThat(rails.route(asked, ATTEMPT, Map.of(), Instant.parse("2026-11-30T18:59:00Z"))
                        .why())
                .startsWith("rule 3");
        assertThat(rails.route(asked, ATTEMPT, Map.of(), Instant.parse("2026-11-30T19:00:00Z"))
                        .why())
                .startsWith("rule 4");
        assertThat(rails.route(asked, ATTEMPT, Map.of(), Instant.parse("2026-11-29T18:59:00Z"))
                        .why())
                .as("the night of Sunday")
                .startsWith("rule 4");
    }

    @Test
    void weightsShareByTheIdsOfAttempts() {
        var asked = new Asked(Subject.PAYOUT, "THB", "KBANK", 5_000_000);
        var counts = new HashMap<String, Integer>();
        var all = 40_000;
        for (int i = 0; i < all; i++) {
            var attempt = Ids.next();
            var route = rails.route(asked, attempt, Map.of(), at("12:00"));
            counts.merge(route.rail(), 1, Integer::sum);
            assertThat(rails.route(asked, attempt, Map.of(), at("12:00"))).isEqualTo(route);
            assertThat(route.why())
                    .isEqualTo("rule 4, THB up to 50,000.00; " + (route.rail().equals("fast") ? 3 : 1) + " of 4");
        }
        assertThat(counts.keySet()).containsExactlyInAnyOrder("fast", "slow");
        // Six standard deviations.
        assertThat(counts.get("fast")).isCloseTo(all * 3 / 4, within(6 * 87));
    }

    @Test
    void aLegThatARailRefusedGoesToTheNextOneAndRoundAgain() {
        var asked = new Asked(Subject.PAYOUT, "THB", "SCB", 70_000_000);

        var second = rails.route(asked, ATTEMPT, Map.of("scb", 1L), at("12:00"));
        assertThat(second).isEqualTo(new Route("slow", "rule 1, THB to SCB; not sent by scb"));
        assertThat(rails.route(asked, ATTEMPT, Map.of("scb", 1L, "slow", 1L), at("12:00"))
                        .why())
                .isEqualTo("rule 1, THB to SCB; 1 of 2; not sent by scb, slow");
        var large = new Asked(Subject.PAYOUT, "THB", "SCB", 100_000_000);
        assertThat(rails.route(large, ATTEMPT, Map.of("scb", 1L), at("12:00")).rail())
                .as("the only one that can pay it")
                .isEqualTo("scb");
    }

    @Test
    void theManualRailTakesWhatWasRefusedWhereARuleNamesIt() {
        var withManual = rails(
                List.of(RAIL.formatted("scb", "\"THB\": {\"max\": \"2000000.00\"}", "")),
                "{\"rails\": \"scb\"}, {\"rails\": \"manual\"}");
        var asked = new Asked(Subject.PAYOUT, "THB", "KBANK", 100);

        assertThat(withManual.route(asked, ATTEMPT, Map.of(), at("12:00")).rail())
                .isEqualTo("scb");
        assertThat(withManual.route(asked, ATTEMPT, Map.of("scb", 1L), at("12:00")))
                .isEqualTo(new Route("manual", "rule 2; not sent by scb"));
    }

    /** Minor units of THB. */
    @ParameterizedTest
    @CsvSource({
        "SCB, 180000000, 12:00, 200000000",
        "SCB, 900, 12:00, 200000000",
        "KBANK, 180000000, 12:00, 70000000",
        "KBANK, 5000000, 12:00, 200000000",
        "KBANK, 10000000, 12:00, 5000000",
        "KBANK, 60000000000, 12:00, 70000000",
        "KBANK, 190000000000, 12:00, 200000000"
    })
    void aPayoutIsSplitByTheLargestTransferThatARuleGivesToARail(
            String bank, long amount, String time, long transferMax) {
        var max = rails.transferMax(THB, bank, amount, 1_000, at(time));

        assertThat(max).isEqualTo(transferMax);
    }

    @Test
    void whateverTheRulesEveryLegHasARailThatCanPayIt() {
        var seed = Long.getLong("tical.seed", System.nanoTime());
        var random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            var bank = random.nextBoolean() ? "SCB" : "KBANK";
            var now = at("00:00").plusSeconds(random.nextInt(604_800));
            var most = 1_000 * rails.transferMax(THB, now);
            var amount = 1 + Math.abs(random.nextLong() % Math.min(most, 1L << (1 + random.nextInt(40))));
            var legs = Money.split(amount, rails.transferMax(THB, bank, amount, 1_000, now), THB.unitStep());
            assertThat(legs).as("seed %d", seed).hasSizeLessThanOrEqualTo(1_000);
            Stream.of(legs.getFirst(), legs.getLast()).forEach(leg -> {
                var route = rails.route(new Asked(Subject.PAYOUT, "THB", bank, leg), Ids.next(), Map.of(), now);
                var connected = rails.rails().get(route.rail());
                assertThat(connected == null
                                || connected.terms().pays(new Asked(Subject.PAYOUT, "THB", bank, leg), now))
                        .as("seed %d: %s gets %d", seed, route, leg)
                        .isTrue();
            });
        }
    }

    @Test
    void whatTestKeysOrderGoesToPeopleWhileTheyRehearse() {
        var rehearsing = new AtomicBoolean();
        var none = new LiveRails(Map.of(), List.of(), new ManualRail());
        var rails = new Rails(new Named("simulator"), none, rehearsing::get);

        assertThat(rails.routing(false).route(order(), List.of(), at("12:00"))).isEqualTo(new Route("simulator", null));
        rehearsing.set(true);
        assertThat(rails.routing(false).route(order(), List.of(), at("12:00"))).isEqualTo(new Route("manual", null));
        assertThat(rails.named(false, "simulator")).isPresent();
    }

    @Test
    void theLimitsOfPayoutsFollowWhatTheRulesGiveNow() {
        var rail = RAIL.formatted("large", "\"THB\": {\"max\": \"2000000.00\"}", "");
        var day =
                "{\"currency\": \"THB\", \"times\": {\"from\": \"06:00\", \"until\": \"22:30\", \"zone\": \"Asia/Bangkok\"}, \"rails\": \"large\"}";
        var byDay = rails(List.of(rail), day);
        assertThat(byDay.transferMax(THB, at("22:29"))).isEqualTo(THB.units(2_000_000));
        assertThat(byDay.transferMax(THB, at("22:30"))).isEqualTo(THB.units(500_000));
        assertThat(rails(List.of(rail), "{\"currency\": \"THB\", \"max\": \"900000.00\", \"rails\": \"large\"}")
                        .transferMax(THB, at("12:00")))
                .isEqualTo(THB.units(900_000));
        assertThat(rails(List.of(rail), "{\"for\": \"settlements\", \"rails\": \"large\"}")
                        .transferMax(THB, at("12:00")))
                .isEqualTo(THB.units(500_000));
    }

    @Test
    void aLegWhoseRailClosesAfterItsCreationIsGivenToAnotherOneThatSaysWhy() {
        var file = rails(
                List.of(RAIL.formatted(
                        "large",
                        "\"THB\": {\"max\": \"2000000.00\"}",
                        "\"maintenance\": {\"from\": \"02:30\", \"until\": \"03:00\", \"zone\": \"Asia/Bangkok\"},")),
                "{\"currency\": \"THB\", \"rails\": \"large\"}");
        var asked = new Asked(Subject.PAYOUT, "THB", "SCB", THB.units(2_000_000));
        assertThat(file.route(asked, ATTEMPT, Map.of(), at("02:29")).rail()).isEqualTo("large");
        assertThat(file.route(asked, ATTEMPT, Map.of(), at("02:30")))
                .isEqualTo(new Route("manual", "no rail of rule 1 can pay it now"));
        assertThat(file.transferMax(THB, at("02:30"))).isEqualTo(THB.units(500_000));
    }

    @Test
    void withoutRulesAllIsAsWithoutAFile() {
        var none = new LiveRails(Map.of(), List.of(), new ManualRail());
        var rails = new Rails(new Named("simulator"), none, () -> false);

        assertThat(rails.routing(true).route(order(), List.of(), at("12:00"))).isEqualTo(new Route("manual", null));
        assertThat(rails.payoutMax(true, THB, at("12:00"))).isEqualTo(1_000 * THB.units(500_000));
        assertThat(rails.transferMax(true, THB, "SCB", 1, at("12:00"))).isEqualTo(THB.units(500_000));
        assertThat(rails.named(true, "scb")).isEmpty();
        assertThat(rails.named(true, "manual")).isPresent();
    }

    private static TransferOrder order() {
        return new TransferOrder(
                Subject.PAYOUT,
                ATTEMPT,
                true,
                ATTEMPT,
                ATTEMPT,
                Instant.EPOCH,
                1,
                1,
                100,
                100,
                "THB",
                "SCB",
                "1234567890",
                "Somchai",
                null,
                null);
    }
}
