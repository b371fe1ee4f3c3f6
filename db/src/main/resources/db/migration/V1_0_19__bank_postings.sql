-- The operator's own money: what its bank entries are that pay no transaction, as they are posted in its own books.

-- The posting of an entry. organization_id is the service's: no merchant has it. An entry has one posting that counts; one that was taken
-- back stays, reversed.
CREATE TABLE bank_posting (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    bank_posting_id uuid NOT NULL,
    bank_entry_id uuid NOT NULL,
    category text NOT NULL CHECK (category IN ('fee', 'interest', 'own_transfer', 'correction', 'other')),
    currency text NOT NULL,
    amount bigint NOT NULL CHECK (amount <> 0),
    status text NOT NULL CHECK (status IN ('posted', 'reversed')),
    posted_by text NOT NULL,
    reversed_by text,
    updated_at timestamptz NOT NULL,
    mac bytea,
    PRIMARY KEY (organization_id, livemode, bank_posting_id),
    CHECK ((status = 'reversed') = (reversed_by IS NOT NULL))
);
COMMENT ON TABLE bank_posting IS 'kept';
COMMENT ON COLUMN bank_posting.amount IS 'signed, as that of the entry';
CREATE INDEX bank_posting_of ON bank_posting (bank_entry_id);
CREATE UNIQUE INDEX bank_posting_entry ON bank_posting (organization_id, livemode, bank_entry_id) WHERE status = 'posted';
-- What is on its way between two accounts of the operator.
CREATE INDEX bank_posting_own ON bank_posting (livemode, currency, amount) WHERE status = 'posted' AND category = 'own_transfer';

ALTER TABLE bank_entry DROP CONSTRAINT bank_entry_matched_type_check;
ALTER TABLE bank_entry ADD CONSTRAINT bank_entry_matched_type_check CHECK (
    matched_type IN ('payin', 'payout', 'settlement', 'payment_file', 'payin_refund', 'suspense', 'posting',
        'returned_payout', 'returned_settlement'));
-- A payment comes back once.
CREATE UNIQUE INDEX bank_entry_returned ON bank_entry (matched_organization, livemode, matched_id)
    WHERE matched_type IN ('returned_payout', 'returned_settlement');
