package io.tical.server.ledger;

import static io.tical.server.ledger.Account.AVAILABLE;
import static io.tical.server.ledger.Account.FEE;
import static io.tical.server.ledger.Account.HELD;
import static io.tical.server.ledger.Account.IN_TRANSIT;
import static io.tical.server.ledger.Account.RAIL;
import static io.tical.server.ledger.Account.SANDBOX;
import static io.tical.server.ledger.Account.SUSPENSE;
import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.key.WalletKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PostingTypeTest {
    private record Rule(String operation, Account debit, Account credit) {}

    private static final List<Rule> RULES = List.of(
            new Rule("sandbox_top_up", SANDBOX, AVAILABLE),
            new Rule("payout_reserve", AVAILABLE, HELD),
            new Rule("payout_activate", HELD, IN_TRANSIT),
            new Rule("payout_capture", AVAILABLE, IN_TRANSIT),
            new Rule("payout_deliver", IN_TRANSIT, RAIL),
            new Rule("payout_fee", IN_TRANSIT, FEE),
            new Rule("payout_return", IN_TRANSIT, AVAILABLE),
            new Rule("payout_release", HELD, AVAILABLE),
            new Rule("payout_turn_down", IN_TRANSIT, HELD),
            new Rule("payout_revert", RAIL, HELD),
            new Rule("payout_fee_revert", FEE, HELD),
            new Rule("payout_claim", SUSPENSE, RAIL),
            new Rule("payin_credit", RAIL, AVAILABLE),
            new Rule("payin_fee", RAIL, FEE),
            new Rule("payin_owed_credit", SUSPENSE, AVAILABLE),
            new Rule("payin_owed_fee", SUSPENSE, FEE),
            new Rule("payin_refund_hold", AVAILABLE, HELD),
            new Rule("payin_refund", HELD, RAIL),
            new Rule("payin_fee_refund", FEE, RAIL),
            new Rule("suspense_claim_return", RAIL, SUSPENSE),
            new Rule("suspense_claim_bear", FEE, SUSPENSE));

    @Test
    void everyPostingMovesBetweenTheAccountsThatTheTableNames() {
        for (var rule : RULES) {
            assertThat(PostingType.of(rule.operation()))
                    .hasValueSatisfying(
                            posting -> assertThat(new Rule(posting.word(), posting.debit(), posting.credit()))
                                    .isEqualTo(rule));
        }
    }

    /** Statements name them; a posting of another object must be given its type. */
    @Test
    void everyPostingRefersToAnObjectOfAKnownType() {
        assertThat(Arrays.stream(PostingType.values()).map(PostingType::objectType))
                .containsOnly(
                        "payin",
                        "payout",
                        "settlement",
                        "conversion",
                        "organization_transfer",
                        "suspense",
                        "bank_posting",
                        "top_up");
    }

    @Test
    void wordsAreUniqueAndUnknownOnesAreNoPosting() {
        assertThat(Arrays.stream(PostingType.values()).map(PostingType::word).distinct())
                .hasSize(PostingType.values().length);
        assertThat(PostingType.of("PAYOUT_FEE")).isEmpty();
        assertThat(PostingType.of("theft")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(PostingType.class)
    void everyPostingTakesFromOneAccountWhatItGivesTheOtherAndTouchesNoThird(PostingType posting) {
        var seed = System.nanoTime();
        System.out.println("PostingTypeTest " + posting + " seed " + seed);
        var random = new Random(seed);
        for (int run = 0; run < 500; run++) {
            var key = new WalletKey(UUID.randomUUID(), random.nextBoolean(), "THB");
            var amount = random.nextLong(1, 1_000_000_000);
            var before = new Wallet(
                    key,
                    amount + random.nextLong(1_000),
                    amount + random.nextLong(1_000),
                    amount,
                    null,
                    0,
                    run,
                    Instant.EPOCH);
            var wallets = new GroupWallets(Instant.EPOCH.plusMillis(run), List.of(before));
            wallets.post(key, List.of(new Movement(posting, amount, UUID.randomUUID())));
            var after = wallets.wallet(key);
            for (var account : List.of(AVAILABLE, HELD, IN_TRANSIT)) {
                var change = account == posting.debit() ? -amount : account == posting.credit() ? amount : 0;
                assertThat(after.balance(account) - before.balance(account)).isEqualTo(change);
            }
            assertThat(wallets.transfers()).singleElement().satisfies(transfer -> {
                assertThat(transfer.debit()).isEqualTo(posting.debit());
                assertThat(transfer.credit()).isEqualTo(posting.credit());
                assertThat(transfer.amount()).isEqualTo(amount);
                assertThat(transfer.seq()).isEqualTo(before.lastSeq() + 1).isEqualTo(after.lastSeq());
                assertThat(transfer.availableAfter()).isEqualTo(after.available());
                assertThat(transfer.heldAfter()).isEqualTo(after.held());
                assertThat(transfer.inTransitAfter()).isEqualTo(after.inTransit());
            });
        }
    }
}
