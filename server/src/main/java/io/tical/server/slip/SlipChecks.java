package io.tical.server.slip;

import io.tical.common.BankCode;
import io.tical.common.admin.Slips.Phrase;
import io.tical.server.p2p.Match;
import io.tical.server.payin.Payin;
import io.tical.server.rail.SlipParty;
import io.tical.server.slip.Check.Result;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The checks of whether a slip proves its payment. They rely on the verifier's response, because a picture proves nothing. */
record SlipChecks(Slip slip, Payin payin, SlipOutcome.@Nullable Facts facts) {
    private static final String PAYIN = "payin";
    private static final String PAYOUT = "payout";
    private static final String REFERENCE = "reference";

    /** The expected value of a reference. */
    static final String UNUSED = Phrase.UNUSED.text();

    /** The tolerance for a bank's clock. */
    private static final Duration AHEAD_MAX = Duration.ofMinutes(5);

    /**
     * The checks in display order.
     *
     * @param match the match of the payin, read in the transaction that decides on the checks
     */
    static List<Check> of(Slip slip, Payin payin, Optional<Match> match, SlipUses uses, Instant now) {
        var verdict = slip.progress().verdict();
        var checks = new SlipChecks(slip, payin, verdict == null ? null : verdict.facts());
        var all = new ArrayList<Check>(List.of(checks.open(), checks.genuine(), checks.receiver()));
        checks.name().ifPresent(all::add);
        all.addAll(List.of(checks.amount(), checks.time(now), checks.reference(uses), picture(uses.earlier())));
        if (payin.matched()) {
            all.add(1, payout(match.filter(Match::isReleased).isPresent()));
        }
        return List.copyOf(all);
    }

    /** If the payout was paid in another way, the payee must return the payment, so an operator decides. */
    private static Check payout(boolean gone) {
        var waits = "waits for this payment";
        return Check.of(
                PAYOUT,
                !gone,
                waits,
                gone ? "was sent without this payment; if you accept it, the payee owes the amount" : waits);
    }

    static boolean allMatch(List<Check> checks) {
        return checks.stream().allMatch(check -> check.result() == Result.MATCH);
    }

    /** Whether the payout of the payin's match waited for the payment when these checks were made. */
    static boolean payoutWaits(List<Check> checks) {
        return checks.stream().anyMatch(check -> check.check().equals(PAYOUT) && check.result() == Result.MATCH);
    }

    /**
     * Whether every check passes, except that the payin accepts no payment, because it is paid, and that the transfer may be the one that paid it. No
     * other payment may have its reference.
     */
    static boolean fitPaid(List<Check> checks) {
        return checks.stream().allMatch(check -> switch (check.check()) {
            case PAYIN -> true;
            case REFERENCE -> check.result() != Result.MISMATCH;
            default -> check.result() == Result.MATCH;
        });
    }

    /** Whether every check passes, except that the payin accepts no payment. */
    static boolean allPassExceptPayin(List<Check> checks) {
        return checks.stream()
                .allMatch(check ->
                        (check.result() == Result.MATCH) != check.check().equals(PAYIN));
    }

    /** The expected receiver, as a verifier reports it. */
    static SlipParty receiver(Payin payin) {
        var receiving = payin.progress().receiving();
        var holder = receiving.holderName();
        return new SlipParty(
                receiving.platform(),
                receiving.identifier(),
                payin.terms().promptpayId(),
                holder == null ? List.of() : List.of(holder));
    }

    /** A payin that expired during the verification is still paid. */
    private Check open() {
        var late = slip.upload().late();
        var found =
                late ? "expired before the slip was uploaded" : payin.status().word();
        return Check.of(PAYIN, !late && payin.status().takesPayment(), "open", found);
    }

    private Check genuine() {
        var verdict = slip.progress().verdict();
        if (verdict == null) {
            return new Check("genuine", Result.UNKNOWN, "verified", null);
        }
        var result = switch (verdict.outcome()) {
            case VERIFIED -> Result.MATCH;
            case REJECTED -> Result.MISMATCH;
            case PENDING, UNAVAILABLE, OFF -> Result.UNKNOWN;
        };
        var why = verdict.why();
        return new Check("genuine", result, "verified", verdict.outcome().word() + (why == null ? "" : ": " + why));
    }

    private Check receiver() {
        var expected = receiver(payin);
        var result = facts == null
                ? Result.UNKNOWN
                : ReceiverMatch.of(expected, facts.receiver()).result();
        return new Check("receiver", result, words(expected), facts == null ? null : words(facts.receiver()));
    }

    /** Masked numbers are those of many accounts. Empty if the complete number identifies the account, and no name contradicts it. */
    private Optional<Check> name() {
        var expected = receiver(payin);
        var shown = NameMatch.join(expected.names());
        if (facts == null) {
            return Optional.of(new Check("name", Result.UNKNOWN, shown, null));
        }
        var names = facts.receiver().names();
        var match = NameMatch.of(expected.names(), names);
        return match.result() == Result.UNKNOWN
                        && ReceiverMatch.of(expected, facts.receiver()).complete()
                ? Optional.empty()
                : Optional.of(new Check("name", match.result(), shown, match.found(names)));
    }

    private static @Nullable String words(SlipParty party) {
        var words = new ArrayList<String>();
        var proxy = party.proxy() == null ? null : "PromptPay " + party.proxy();
        for (var word : new String[] {party.bankCode(), party.accountNo(), proxy}) {
            if (word != null) {
                words.add(word);
            }
        }
        return words.isEmpty() ? null : String.join(" ", words);
    }

    private Check amount() {
        var expected = payin.terms().transferAmount();
        if (facts == null) {
            return new Check("amount", Result.UNKNOWN, expected, null);
        }
        if (!facts.currency().equals(payin.terms().currency())) {
            return new Check("amount", Result.MISMATCH, expected, facts.amount() + " " + facts.currency());
        }
        return Check.of("amount", facts.amount() == expected, expected, facts.amount());
    }

    /** Banks report the time in minutes. */
    private Check time(Instant now) {
        var earliest = payin.createdAt().truncatedTo(ChronoUnit.MINUTES);
        if (facts == null || facts.transferredAt() == null) {
            return new Check("time", Result.UNKNOWN, earliest.getEpochSecond(), null);
        }
        // Truncated as it is stored, so that the result is the same before and after.
        var at = facts.transferredAt().truncatedTo(ChronoUnit.SECONDS);
        var fits = !at.isBefore(earliest) && !at.isAfter(now.plus(AHEAD_MAX));
        return Check.of("time", fits, earliest.getEpochSecond(), at.getEpochSecond());
    }

    private Check reference(SlipUses uses) {
        var transfer = slip.progress().transfer();
        var recorded = uses.recorded();
        if (transfer == null) {
            return new Check(REFERENCE, Result.UNKNOWN, UNUSED, recorded ? maybeRecorded(null) : null);
        }
        var found = (transfer.bank() + " " + transfer.reference()).strip();
        if (uses.sent() != null) {
            return new Check(REFERENCE, Result.MISMATCH, UNUSED, found + " " + Phrase.SENT.text());
        }
        var used = uses.earlier().stream().filter(EarlierUse::paid).findFirst();
        if (used.isPresent()) {
            var how = used.get().payin().equals(slip.payin()) ? Phrase.RECORDED : Phrase.PAID_ANOTHER;
            return new Check(REFERENCE, Result.MISMATCH, UNUSED, found + " " + how.text());
        }
        // The QR code and the verifier must identify the same transfer.
        var named = slip.code().map(Slip.Transfer::of).orElse(null);
        var verified = facts == null ? null : transfer(facts);
        if (named != null && verified != null && !sameTransfer(named, verified)) {
            return new Check(
                    REFERENCE, Result.MISMATCH, named.reference(), verified.bank() + " " + verified.reference());
        }
        if (recorded) {
            return new Check(REFERENCE, Result.UNKNOWN, UNUSED, maybeRecorded(found));
        }
        return new Check(REFERENCE, transfer.bank().isEmpty() ? Result.UNKNOWN : Result.MATCH, UNUSED, found);
    }

    private static String maybeRecorded(@Nullable String transfer) {
        var phrase = Phrase.MAYBE_RECORDED.text();
        return transfer == null ? phrase : transfer + " " + phrase;
    }

    /** The transfer that a verifier confirmed. */
    static Slip.Transfer transfer(SlipOutcome.Facts facts) {
        var bank = facts.sender().bankCode();
        return new Slip.Transfer(bank == null ? "" : Slip.bank(bank), facts.reference());
    }

    private static boolean sameTransfer(Slip.Transfer named, Slip.Transfer verified) {
        return named.reference().equals(verified.reference())
                && (verified.bank().isEmpty()
                        || named.bank().equals(BankCode.TRUE_MONEY)
                        || named.bank().equals(verified.bank()));
    }

    private static Check picture(List<EarlierUse> earlier) {
        var near = earlier.stream().filter(EarlierUse::similar).findFirst();
        return Check.of(
                "picture",
                near.isEmpty(),
                Phrase.NEW.text(),
                near.map(use -> "like the slip " + use.slipId()).orElse(Phrase.NEW.text()));
    }
}
