package io.tical.server.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.crypto.ChainWatcher.Account;
import io.tical.server.crypto.ChainWatcher.ChainTransfer;
import io.tical.server.crypto.ChainWatcher.CheckOutcome;
import io.tical.server.crypto.ChainWatcher.CheckOutcome.Checked;
import io.tical.server.rail.UpstreamServer;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a check of addresses finds on chains on loopback, and what it asks for. */
class ChainCheckTest {
    private static final String ADDRESS = "0x9858EfFD232B4033E47d90003D41EC34EcaEda94";
    private static final String OTHER = "0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0";
    private static final String TRON_ADDRESS = "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH";

    private final EvmNode node = new EvmNode(300);
    private final EvmWatcher watcher = node.watcher(5);
    private final TronService tron = new TronService();

    @AfterEach
    void close() {
        node.close();
        tron.close();
    }

    private static Account account(String address, int confirmations, ChainTransfer... recorded) {
        return new Account(address, Instant.now().minus(Duration.ofMinutes(20)), confirmations, List.of(recorded), 1);
    }

    private Checked check(ChainTransfer... recorded) {
        return (Checked) watcher.check(List.of(account(ADDRESS, 12, recorded))).getFirst();
    }

    private Checked checkTron(ChainTransfer... recorded) {
        return (Checked) tron.watcher()
                .check(List.of(account(TRON_ADDRESS, 20, recorded)))
                .getFirst();
    }

    @Test
    void everythingThatIsFinalAndNotRecordedIsMissed() {
        var first = node.pay(ADDRESS, 5);
        node.mine(1);
        var second = node.pay(ADDRESS, 7);
        node.mine(11);
        node.pay(ADDRESS, 9);

        var all = check();
        assertThat(all.missed())
                .extracting(ChainTransfer::txHash)
                .containsExactlyInAnyOrder(first.txHash(), second.txHash());
        assertThat(all.missed()).allMatch(transfer -> transfer.confirmations() >= 12);
        assertThat(all.difference()).isZero();

        var known = all.missed().stream()
                .filter(transfer -> transfer.txHash().equals(first.txHash()))
                .findFirst()
                .orElseThrow();
        assertThat(check(known).missed()).extracting(ChainTransfer::txHash).containsExactly(second.txHash());
        assertThat(check(known).difference()).isZero();
    }

    @Test
    void aTransferThatNoEventShowsIsADifference() {
        node.pay(ADDRESS, 5);
        node.mine(30);
        node.lagging(40);
        assertThat(check().missed()).isEmpty();
        assertThat(check().difference()).isEqualTo(5);
        node.lagging(0);
        assertThat(check().difference()).isZero();
    }

    @Test
    void whatTheWalletMovedOnExplainsTheBalance() {
        node.pay(ADDRESS, 5);
        node.sweep(ADDRESS, BigInteger.valueOf(4));
        node.mine(20);
        assertThat(check().difference()).isZero();

        node.destroy(ADDRESS, BigInteger.ONE);
        assertThat(check().difference()).as("the issuer took it").isEqualTo(-1);
    }

    @Test
    void aDifferenceOfOneAddressConcernsNoOther() {
        node.pay(ADDRESS, 5);
        node.pay(OTHER, 6);
        node.mine(20);
        node.destroy(OTHER, BigInteger.TWO);
        var outcomes = watcher.check(List.of(account(ADDRESS, 12), account(OTHER, 12)));
        assertThat(outcomes)
                .map(outcome -> ((Checked) outcome).difference())
                .containsExactly(BigInteger.ZERO, BigInteger.TWO.negate());
        assertThat(outcomes).allMatch(outcome -> ((Checked) outcome).missed().size() == 1);
    }

    @Test
    void manyAddressesAreCheckedWithFewRequests() {
        var accounts = IntStream.range(0, 200)
                .mapToObj(i -> account(String.format(Locale.ROOT, "0x%040x", i + 1), 12))
                .toList();
        assertThat(watcher.check(accounts)).hasSize(200).allMatch(Checked.class::isInstance);
        assertThat(node.server().asked().size())
                .as("chain, head, final block, block of the opening, four batches of balances, events")
                .isEqualTo(9);
    }

    @Test
    void aCheckSaysUntilWhenItHolds() {
        node.mine(1);
        var at = ((Checked) watcher.check(List.of(account(ADDRESS, 1))).getFirst()).through();
        assertThat(at).isAfter(Instant.now().minusSeconds(60));
        assertThat(check().through()).as("what is final is older").isBefore(at);
    }

    @Test
    void aNodeWithoutTheStateOfTheBlockChecksNothing() {
        node.server().doing((request, exchange) -> {
            if (request.text().contains("eth_call")) {
                UpstreamServer.send(
                        exchange, 200, "[{\"id\":1,\"error\":{\"code\":-32000,\"message\":\"missing trie node\"}}]");
            } else {
                node.answer(request, exchange);
            }
        });
        assertThat(watcher.check(List.of(account(ADDRESS, 12))).getFirst())
                .isInstanceOf(CheckOutcome.Unavailable.class);
    }

    @Test
    void whatTronListsTwiceIsCountedOnce() {
        var hash = tron.pay(TRON_ADDRESS, 9);
        tron.sweep(TRON_ADDRESS, 5);
        tron.sweep(TRON_ADDRESS, 2);
        tron.mine(40).shuffling(true);
        for (int i = 0; i < 10; i++) {
            assertThat(checkTron().difference()).isZero();
            assertThat(checkTron().missed()).extracting(ChainTransfer::txHash).containsExactly(hash);
        }
    }

    @Test
    void aTransferThatTronListsLateIsADifferenceThenMissed() {
        tron.listingLate(true);
        var hash = tron.pay(TRON_ADDRESS, 5);
        tron.mine(40);
        assertThat(checkTron().missed()).isEmpty();
        assertThat(checkTron().difference()).isEqualTo(5);

        tron.listingLate(false).mine(10_000);
        var late = checkTron();
        assertThat(late.missed()).extracting(ChainTransfer::txHash).containsExactly(hash);
        assertThat(late.difference()).isZero();
        assertThat(checkTron(late.missed().getFirst()).missed()).isEmpty();

        tron.sweep(TRON_ADDRESS, 5);
        tron.mine(40);
        assertThat(checkTron(late.missed().getFirst()).difference()).isZero();
    }
}
