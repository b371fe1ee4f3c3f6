package io.tical.server.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import io.tical.server.crypto.ChainWatcher.ChainOutcome.Scanned;
import io.tical.server.crypto.ChainWatcher.ChainOutcome.Unavailable;
import io.tical.server.crypto.ChainWatcher.ChainTransfer;
import io.tical.server.crypto.ChainWatcher.Watched;
import io.tical.server.rail.UpstreamFailure;
import io.tical.server.rail.UpstreamFailure.Kind;
import io.tical.server.rail.UpstreamServer;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What TronGrid, on loopback, answers, and what the watcher makes of it. */
class TronGridWatcherTest {
    private static final String ADDRESS = "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH";
    private static final String OTHER = TronService.SENDER;

    private final TronService tron = new TronService();
    private final TronGridWatcher watcher = tron.watcher();

    @AfterEach
    void close() {
        tron.close();
    }

    private static Watched watched(String address, String cursor, Set<String> known) {
        return new Watched(address, Instant.now(), cursor, 20, known, 1);
    }

    private Scanned scan(String cursor, Set<String> known) {
        return (Scanned) watcher.scan(List.of(watched(ADDRESS, cursor, known))).getFirst();
    }

    private Scanned scan() {
        return scan(null, Set.of());
    }

    private UpstreamFailure unavailable() {
        return ((Unavailable)
                        watcher.scan(List.of(watched(ADDRESS, null, Set.of()))).getFirst())
                .failure();
    }

    @Test
    void aTransferIsReportedAsInItsTransaction() {
        var block = tron.head();
        var at = tron.now();
        var hash = tron.pay(ADDRESS, 12_345_678);
        tron.mine(4);

        var scan = scan();
        assertThat(scan.transfers())
                .containsExactly(new ChainTransfer(
                        hash,
                        0,
                        TronService.SENDER,
                        BigInteger.valueOf(12_345_678),
                        block,
                        5,
                        Instant.ofEpochMilli(at.toEpochMilli())));
        assertThat(scan.head()).isEqualTo(block + 4);
        assertThat(tron.server().last().headers()).containsEntry("TRON-PRO-API-KEY", "grid-key");
    }

    @Test
    void theQuestionNamesTheContractTheDirectionAndTheTime() {
        scan();
        assertThat(tron.server().last().target())
                .startsWith("/v1/accounts/" + ADDRESS + "/transactions/trc20?limit=200&only_to=true")
                .contains("contract_address=" + TronService.CONTRACT);
        var since = Long.parseLong(tron.server().last().target().replaceAll(".*min_timestamp=([0-9]+).*", "$1"));
        assertThat(Instant.ofEpochMilli(since))
                .isBetween(
                        Instant.now().minus(Duration.ofMinutes(6)),
                        Instant.now().minus(Duration.ofMinutes(4)));
    }

    @Test
    void severalTransfersOfOneTransactionAreSeveral() {
        var hash = tron.pay(ADDRESS, 5);
        tron.log(hash, TronService.CONTRACT, OTHER, BigInteger.TWO);
        tron.log(hash, TronService.CONTRACT, ADDRESS, BigInteger.valueOf(5));
        tron.log(hash, OTHER, ADDRESS, BigInteger.valueOf(9));

        assertThat(scan().transfers())
                .extracting(ChainTransfer::logIndex, ChainTransfer::units)
                .containsExactly(tuple(0L, BigInteger.valueOf(5)), tuple(2L, BigInteger.valueOf(5)));
    }

    @Test
    void aTransferOfAnotherTokenOrToAnotherAddressIsIgnored() {
        tron.list("a".repeat(64), OTHER, "Transfer", TronService.CONTRACT, BigInteger.TEN, tron.now());
        tron.list("b".repeat(64), ADDRESS, "Approval", TronService.CONTRACT, BigInteger.TEN, tron.now());
        tron.list("c".repeat(64), ADDRESS, "Transfer", OTHER, BigInteger.TEN, tron.now());
        tron.list("d".repeat(64), ADDRESS, "Transfer", TronService.CONTRACT, BigInteger.ZERO, tron.now());

        assertThat(scan().transfers()).isEmpty();
        assertThat(tron.asked("/wallet/gettransactioninfobyid")).isZero();
    }

    @Test
    void aTransactionThatFailedOrIsInNoBlockTransfersNothing() {
        var failed = tron.pay(ADDRESS, 5);
        tron.info(failed).withObject("/receipt").put("result", "OUT_OF_ENERGY");
        tron.undo(tron.pay(ADDRESS, 6));

        assertThat(scan().transfers()).isEmpty();
    }

    @Test
    void aCompletedTransactionIsNotRequestedAgain() {
        var known = tron.pay(ADDRESS, 5);
        tron.pay(ADDRESS, 6);

        assertThat(scan(null, Set.of(known)).transfers())
                .extracting(ChainTransfer::units)
                .containsExactly(BigInteger.valueOf(6));
        assertThat(tron.asked("/wallet/gettransactioninfobyid")).isEqualTo(1);
    }

    @Test
    void aListOfManyPagesIsReadToItsEnd() {
        tron.pagesOf(3);
        for (int i = 0; i < 10; i++) {
            tron.pay(ADDRESS, 5);
        }
        assertThat(scan().transfers()).hasSize(10);
        assertThat(tron.asked("/v1/accounts/")).isEqualTo(4);
    }

    @Test
    void aLongListingIsScannedInPartsWithoutAGap() {
        for (int i = 0; i < 100; i++) {
            tron.pay(ADDRESS, 5);
            tron.mine(1);
        }
        tron.mine(20);
        var known = new HashSet<String>();
        var cursor = (String) null;
        for (int looks = 0; looks < 4; looks++) {
            var scan = scan(cursor, known);
            scan.transfers().forEach(transfer -> known.add(transfer.txHash()));
            cursor = scan.cursor();
        }
        assertThat(known).hasSize(100);
        assertThat(scan(cursor, known).head()).isEqualTo(tron.head());
    }

    @Test
    void anIncompleteScanReportsNothingAsMissing() {
        for (int i = 0; i < 50; i++) {
            tron.pay(ADDRESS, 5);
        }
        tron.mine(20);
        assertThat(scan().head()).isZero();
    }

    @Test
    void noDustInTheTimeOfConfirmationHidesATransfer() {
        tron.mine(2_000);
        var start = Long.toString(tron.now().minus(Duration.ofSeconds(5)).toEpochMilli());
        var real = tron.pay(ADDRESS, 5_000_000);
        for (int i = 0; i < 45; i++) {
            tron.mine(i % 3 == 0 ? 1 : 0).pay(ADDRESS, 1);
        }
        var first = scan(start, Set.of());
        assertThat(first.transfers())
                .as("nothing is final yet, so a part would be the same one again")
                .hasSize(46);

        tron.mine(2);
        var second = scan(first.cursor(), Set.of());
        assertThat(second.head()).isEqualTo(tron.head());
        assertThat(second.transfers()).extracting(ChainTransfer::txHash).contains(real);
        tron.mine(20);
        assertThat(scan(second.cursor(), Set.of()).transfers())
                .filteredOn(transfer -> transfer.txHash().equals(real))
                .singleElement()
                .satisfies(transfer -> assertThat(transfer.confirmations()).isGreaterThanOrEqualTo(20));
    }

    @Test
    void aPartEndsBeforeTheFirstTransferThatIsNotFinal() {
        for (int i = 0; i < 10; i++) {
            tron.pay(ADDRESS, 5);
        }
        tron.mine(3_000);
        var real = tron.pay(ADDRESS, 5_000_000);
        var at = tron.now();
        tron.mine(2);
        for (int i = 0; i < 45; i++) {
            tron.pay(ADDRESS, 1);
        }
        var first = scan();
        assertThat(first.head()).as("a part").isZero();
        assertThat(Long.parseLong(first.cursor()))
                .isLessThanOrEqualTo(at.minus(Duration.ofHours(1)).toEpochMilli());
        assertThat(scan(first.cursor(), Set.of()).transfers())
                .extracting(ChainTransfer::txHash)
                .contains(real);
    }

    @Test
    void transfersThatWereCompletedDoNotFillTheListForever() {
        tron.pagesOf(3);
        var known = new HashSet<String>();
        for (int i = 0; i < 40; i++) {
            known.add(tron.pay(ADDRESS, 5));
        }
        tron.mine(30);
        var real = tron.pay(ADDRESS, 5_000_000);
        assertThat(scan(null, known).transfers())
                .extracting(ChainTransfer::txHash)
                .containsExactly(real);
    }

    @Test
    void theCursorStaysAnHourBehindAndNeverGoesBack() {
        var hourAgo = tron.now().minus(Duration.ofHours(1)).toEpochMilli();
        var yesterday = tron.now().minus(Duration.ofDays(1)).toEpochMilli();
        assertThat(scan(Long.toString(yesterday), Set.of()).cursor()).isEqualTo(Long.toString(hourAgo));
        assertThat(scan(Long.toString(hourAgo + 1), Set.of()).cursor()).isEqualTo(Long.toString(hourAgo + 1));
    }

    @Test
    void everyAddressIsAnsweredForInItsOrder() {
        tron.pay(OTHER, 7);
        tron.pay(ADDRESS, 5);

        var outcomes = watcher.scan(List.of(watched(OTHER, null, Set.of()), watched(ADDRESS, null, Set.of())));
        assertThat(outcomes).hasSize(2);
        assertThat(((Scanned) outcomes.get(0)).transfers()).hasSize(1);
        assertThat(((Scanned) outcomes.get(1)).transfers()).hasSize(1);
    }

    @Test
    void anAddressThatIsRefusedSpoilsNoOther() {
        tron.pay(ADDRESS, 5);
        tron.server().doing((request, exchange) -> {
            if (request.target().contains(OTHER)) {
                UpstreamServer.send(
                        exchange, 400, "{\"success\":false,\"error\":\"Invalid address\",\"statusCode\":400}");
            } else {
                tron.answer(request, exchange);
            }
        });
        var outcomes = watcher.scan(List.of(watched(OTHER, null, Set.of()), watched(ADDRESS, null, Set.of())));
        assertThat(outcomes.get(0)).isInstanceOf(Unavailable.class);
        assertThat(outcomes.get(1)).isInstanceOf(Scanned.class);
    }

    @Test
    void aFailureEndsTheScanOfFurtherAddresses() {
        tron.server().answering(503, "");
        var outcomes = watcher.scan(List.of(watched(OTHER, null, Set.of()), watched(ADDRESS, null, Set.of())));
        assertThat(outcomes).hasSize(2).allMatch(Unavailable.class::isInstance);
        assertThat(tron.server().asked()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "401 | {\"Error\":\"ApiKey not exists\"}                                  | MISCONFIGURED",
                "403 | {\"Error\":\"The key exceeds the frequency limit(15), and the query server is suspended for 5s\"} | RETRYABLE",
                "403 | {\"Error\":\"forbidden\"}                                          | MISCONFIGURED",
                "429 |                                                                | RETRYABLE",
                "400 | {\"success\":false,\"error\":\"Invalid\",\"statusCode\":400}           | RETRYABLE",
                "500 | {\"message\":\"oops\"}                                             | RETRYABLE",
                "504 |                                                                | RETRYABLE",
                "301 |                                                                | MISCONFIGURED",
                "200 | {\"Error\":\"class java.lang.NullPointerException : null\"}         | RETRYABLE",
                "200 | {\"success\":false}                                              | RETRYABLE",
                "200 | {}                                                             | RETRYABLE",
                "200 | <html>                                                         | RETRYABLE",
                "200 | {\"block_header\":{\"raw_data\":{\"number\":\"1\",\"timestamp\":1}}}    | RETRYABLE",
                "200 | {\"block_header\":{\"raw_data\":{\"number\":1.5,\"timestamp\":1}}}    | RETRYABLE",
                "200 | {\"block_header\":{\"raw_data\":{\"number\":-1,\"timestamp\":1}}}     | RETRYABLE"
            })
    void anInvalidAnswerLeavesTheAddressUnknown(int status, String body, Kind kind) {
        tron.server().answering(status, body == null ? "" : body);
        assertThat(unavailable()).satisfies(none -> {
            assertThat(none.kind()).isEqualTo(kind);
            assertThat(none.retryAfter()).isPositive();
            assertThat(none.why()).doesNotContain("grid-key");
        });
        tron.server().doing(tron::answer);
        assertThat(scan().transfers()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"success\":true}", "{\"data\":{}}", "{\"data\":null}"})
    void anAnswerWithoutAListSaysNothing(String body) {
        answering("/v1/", body);
        assertThat(unavailable().kind()).isEqualTo(Kind.RETRYABLE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"blockNumber\":80000000 | \"blockNumber\":\"x\"",
                "\"data\":\"0 | \"data\":\"g",
                "\"data\":\"0 | \"data\":\"",
                "\"topics\":[\"dd | \"topics\":[\"d"
            })
    void aTransactionThatMakesNoSenseSaysNothing(String right, String wrong) {
        var info = tron.info(tron.pay(ADDRESS, 5)).toString();
        assertThat(info).contains(right);
        answering("/wallet/gettransactioninfobyid", info.replace(right, wrong));
        assertThat(unavailable().kind()).isEqualTo(Kind.RETRYABLE);
    }

    @Test
    void anAnswerWithoutEndIsBrokenOff() {
        answering("/v1/", "{\"success\":true,\"data\":[" + "{},".repeat(1 << 19) + "{}]}");
        assertThat(unavailable().why()).contains("more than 1048576 bytes");
    }

    private void answering(String path, String body) {
        tron.server().doing((request, exchange) -> {
            if (request.target().startsWith(path)) {
                UpstreamServer.send(exchange, 200, body);
            } else {
                tron.answer(request, exchange);
            }
        });
    }

    @Test
    void aContractHasTheAddressOfOne() {
        try (var server = new UpstreamServer();
                var upstream = server.upstream()) {
            assertThatThrownBy(() -> new TronGridWatcher(upstream, "", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T"))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
