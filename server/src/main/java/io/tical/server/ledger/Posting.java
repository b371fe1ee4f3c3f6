package io.tical.server.ledger;

import static io.tical.server.ledger.Account.AVAILABLE;
import static io.tical.server.ledger.Account.FEE;
import static io.tical.server.ledger.Account.HELD;
import static io.tical.server.ledger.Account.IN_TRANSIT;
import static io.tical.server.ledger.Account.RAIL;
import static io.tical.server.ledger.Account.SANDBOX;
import static io.tical.server.ledger.Account.SUSPENSE;

import io.tical.common.Word;
import java.util.Optional;

/** Every way in which money moves, each with the account it leaves and the one it enters. There are no others. */
public enum Posting implements Word {
    /** A test merchant funds its wallet. */
    SANDBOX_TOP_UP(SANDBOX, AVAILABLE),
    /** Amount and fee of a payout are put aside until it is captured or released. */
    PAYOUT_RESERVE(AVAILABLE, HELD),
    /** A payout takes what it had put aside. */
    PAYOUT_ACTIVATE(HELD, IN_TRANSIT),
    /** A payout puts aside and takes at once. */
    PAYOUT_CAPTURE(AVAILABLE, IN_TRANSIT),
    /** What reached the destination leaves the house. */
    PAYOUT_DELIVER(IN_TRANSIT, RAIL),
    /** The fee is earned. */
    PAYOUT_FEE(IN_TRANSIT, FEE),
    /** What was captured and not delivered comes back. */
    PAYOUT_RETURN(IN_TRANSIT, AVAILABLE),
    /** What was put aside comes back. */
    PAYOUT_RELEASE(HELD, AVAILABLE),
    /** A payout under way is turned down: its money is put aside until the refund is complete. */
    PAYOUT_TURN_DOWN(IN_TRANSIT, HELD),
    /** A delivered payout is reverted: the rail gives the amount back, put aside until the refund is complete. */
    PAYOUT_REVERT(RAIL, HELD),
    /** A delivered payout is reverted: its fee is given back, put aside until the refund is complete. */
    PAYOUT_FEE_REVERT(FEE, HELD),
    /** An attempt that had been given up was delivered: the money left the house, and is claimed back. */
    PAYOUT_CLAIM(SUSPENSE, RAIL),
    /** What a payer paid, less the fee, comes in. */
    PAYIN_CREDIT(RAIL, AVAILABLE),
    /** The fee of a payin is earned from what the payer paid. */
    PAYIN_FEE(RAIL, FEE),
    /** A payer paid the payee of a payout that had gone another way: the merchant has it, and the payee owes it. */
    PAYIN_OWED_CREDIT(SUSPENSE, AVAILABLE),
    /** The fee of such a payin. */
    PAYIN_OWED_FEE(SUSPENSE, FEE),
    /** A payin is to be refunded: what it brought is put aside until the payer has it back. */
    PAYIN_REFUND_HOLD(AVAILABLE, HELD),
    /** What a payin brought goes back to the payer. */
    PAYIN_REFUND(HELD, RAIL),
    /** The fee of a refunded payin goes back with it. */
    PAYIN_FEE_REFUND(FEE, RAIL),
    /** A payment came that nobody could match. */
    SUSPENSE_RECEIVE(RAIL, SUSPENSE),
    /** It leaves suspense: back to who sent it, or to come in again as the payin's that it is matched with. */
    SUSPENSE_RELEASE(SUSPENSE, RAIL),
    /** The operator keeps what nobody could match. */
    SUSPENSE_KEEP(SUSPENSE, FEE),
    /** What was claimed back came back. */
    SUSPENSE_CLAIM_RETURN(RAIL, SUSPENSE),
    /** What was claimed back does not come back: the operator bears it. */
    SUSPENSE_CLAIM_BEAR(FEE, SUSPENSE);

    private final Account debit;
    private final Account credit;

    Posting(Account debit, Account credit) {
        this.debit = debit;
        this.credit = credit;
    }

    /** The account that the money leaves. */
    public Account debit() {
        return debit;
    }

    /** The account that the money enters. */
    public Account credit() {
        return credit;
    }

    /** The posting that the journal writes as this word. */
    public static Optional<Posting> of(String word) {
        return Word.find(Posting.class, word);
    }
}
