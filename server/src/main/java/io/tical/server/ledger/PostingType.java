package io.tical.server.ledger;

import static io.tical.server.ledger.Account.AVAILABLE;
import static io.tical.server.ledger.Account.BANK_FEE;
import static io.tical.server.ledger.Account.CORRECTION;
import static io.tical.server.ledger.Account.EXCHANGE;
import static io.tical.server.ledger.Account.FEE;
import static io.tical.server.ledger.Account.HELD;
import static io.tical.server.ledger.Account.INTEREST;
import static io.tical.server.ledger.Account.INTERORG;
import static io.tical.server.ledger.Account.IN_TRANSIT;
import static io.tical.server.ledger.Account.OTHER;
import static io.tical.server.ledger.Account.OWN_TRANSFER;
import static io.tical.server.ledger.Account.RAIL;
import static io.tical.server.ledger.Account.SANDBOX;
import static io.tical.server.ledger.Account.SUSPENSE;

import io.tical.common.Word;
import java.util.Optional;
import java.util.stream.Stream;

/** Every posting template, with the account it debits and the one it credits. There are no others. */
public enum PostingType implements Word {
    /** A test merchant funds its wallet. */
    SANDBOX_TOP_UP(SANDBOX, AVAILABLE),
    /** Reserves the amount and fee of a payout until it is captured or released. */
    PAYOUT_RESERVE(AVAILABLE, HELD),
    /** Captures the reservation of a payout. */
    PAYOUT_ACTIVATE(HELD, IN_TRANSIT),
    /** Reserves and captures in one posting. */
    PAYOUT_CAPTURE(AVAILABLE, IN_TRANSIT),
    /** The amount that reached the destination. */
    PAYOUT_DELIVER(IN_TRANSIT, RAIL),
    /** The fee is earned. */
    PAYOUT_FEE(IN_TRANSIT, FEE),
    /** Returns the captured amount that was not delivered. */
    PAYOUT_RETURN(IN_TRANSIT, AVAILABLE),
    /** Releases the reservation. */
    PAYOUT_RELEASE(HELD, AVAILABLE),
    /** A payout in transit is rejected: its money is held until the refund is complete. */
    PAYOUT_TURN_DOWN(IN_TRANSIT, HELD),
    /** A delivered payout is reverted: the rail returns the amount, which is held until the refund is complete. */
    PAYOUT_REVERT(RAIL, HELD),
    /** A delivered payout is reverted: its fee is returned, and held until the refund is complete. */
    PAYOUT_FEE_REVERT(FEE, HELD),
    /** A dead attempt was delivered and pays no leg: the company that runs the service claims the money back. */
    PAYOUT_CLAIM(SUSPENSE, RAIL),
    /** Captures the amount of a settlement, which includes its fee. */
    SETTLEMENT_CAPTURE(AVAILABLE, IN_TRANSIT),
    /** The amount less the fee reached the destination. */
    SETTLEMENT_DELIVER(IN_TRANSIT, RAIL),
    /** The net amount of a settlement is converted: what {@link #CONVERSION_DELIVER} pays in another currency. */
    SETTLEMENT_EXCHANGE(IN_TRANSIT, EXCHANGE),
    /** The converted amount of a settlement reached the destination. */
    CONVERSION_DELIVER(EXCHANGE, RAIL),
    /** The same for an attempt of a converted settlement. */
    CONVERSION_CLAIM(SUSPENSE, RAIL),
    /** The fee of a completed settlement is earned. */
    SETTLEMENT_FEE(IN_TRANSIT, FEE),
    /** Returns the amount of a failed settlement. */
    SETTLEMENT_RETURN(IN_TRANSIT, AVAILABLE),
    /** The same for an attempt of a settlement. */
    SETTLEMENT_CLAIM(SUSPENSE, RAIL),
    /** The bank gave the net amount of a completed settlement back. */
    SETTLEMENT_REVERT(RAIL, AVAILABLE),
    /** The fee of such a settlement is returned. */
    SETTLEMENT_FEE_REVERT(FEE, AVAILABLE),
    /** The amount that a payer paid, less the fee. */
    PAYIN_CREDIT(RAIL, AVAILABLE),
    /** The fee of a payin is earned from what the payer paid. */
    PAYIN_FEE(RAIL, FEE),
    /** A payer paid the payee of a payout that had been sent by another rail: the merchant is credited, and the payee owes the amount. */
    PAYIN_OWED_CREDIT(SUSPENSE, AVAILABLE),
    /** The fee of such a payin. */
    PAYIN_OWED_FEE(SUSPENSE, FEE),
    /** A refund begins: the net amount of a payin is held until the payer has it back. */
    PAYIN_REFUND_HOLD(AVAILABLE, HELD),
    /** The net amount of a payin goes back to the payer. */
    PAYIN_REFUND(HELD, RAIL),
    /** The fee of a refunded payin goes back with it. */
    PAYIN_FEE_REFUND(FEE, RAIL),
    /** A payment arrives that matches no payin. */
    SUSPENSE_RECEIVE(RAIL, SUSPENSE),
    /** The payment leaves suspense: it is returned to its sender, or credited as the payin that it is matched with. */
    SUSPENSE_RELEASE(SUSPENSE, RAIL),
    /** The operator keeps an unallocated payment. */
    SUSPENSE_KEEP(SUSPENSE, FEE),
    /** A claim was returned. */
    SUSPENSE_CLAIM_RETURN(RAIL, SUSPENSE),
    /** A claim is written off: the operator bears the loss. */
    SUSPENSE_CLAIM_BEAR(FEE, SUSPENSE),
    /** An organization sends money to another one. */
    ORGANIZATION_TRANSFER_OUT(AVAILABLE, INTERORG),
    /** Money that another organization sends arrives, in the transaction of its {@link #ORGANIZATION_TRANSFER_OUT}. */
    ORGANIZATION_TRANSFER_IN(INTERORG, AVAILABLE),
    /** A bank charges the operator, or takes back a fee that it returned. */
    BANK_POSTING_FEE_OUT(BANK_FEE, RAIL),
    /** A bank returns a fee, or what it charged was no fee. */
    BANK_POSTING_FEE_IN(RAIL, BANK_FEE),
    /** The operator pays interest, or the interest that came was none. */
    BANK_POSTING_INTEREST_OUT(INTEREST, RAIL),
    /** A bank pays the operator interest. */
    BANK_POSTING_INTEREST_IN(RAIL, INTEREST),
    /** Money leaves an account of the operator for another one. */
    BANK_POSTING_OWN_TRANSFER_OUT(OWN_TRANSFER, RAIL),
    /** Money comes from another account of the operator. */
    BANK_POSTING_OWN_TRANSFER_IN(RAIL, OWN_TRANSFER),
    /** A bank takes what it booked wrongly. */
    BANK_POSTING_CORRECTION_OUT(CORRECTION, RAIL),
    /** A bank gives back what it booked wrongly. */
    BANK_POSTING_CORRECTION_IN(RAIL, CORRECTION),
    /** Other money of the operator leaves. */
    BANK_POSTING_OTHER_OUT(OTHER, RAIL),
    /** Other money of the operator comes. */
    BANK_POSTING_OTHER_IN(RAIL, OTHER);

    private final Account debit;
    private final Account credit;

    PostingType(Account debit, Account credit) {
        this.debit = debit;
        this.credit = credit;
    }

    /** The debited account. */
    public Account debit() {
        return debit;
    }

    /** The credited account. */
    public Account credit() {
        return credit;
    }

    /**
     * The type of the objects that it refers to: {@code payin}, {@code payout}, {@code settlement}, {@code conversion}, {@code
     * organization_transfer}, {@code suspense}, {@code bank_posting}, {@code top_up}.
     */
    public String objectType() {
        if (this == SANDBOX_TOP_UP) {
            return "top_up";
        }
        var word = word();
        return Stream.of("organization_transfer", "bank_posting")
                .filter(type -> word.startsWith(type + "_"))
                .findFirst()
                .orElseGet(() -> word.substring(0, word.indexOf('_')));
    }

    /** The posting with this word in the ledger. */
    public static Optional<PostingType> of(String word) {
        return Word.find(PostingType.class, word);
    }
}
