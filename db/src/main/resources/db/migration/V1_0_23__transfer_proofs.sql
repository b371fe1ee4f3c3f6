-- Debits of accounts that are transfers which no payment file made.

-- The transfer that an entry is: an attempt of a payout or a settlement, or a transfer that paid money back, by its reference.
CREATE TABLE transfer_proof (
    bank_entry_id uuid NOT NULL,
    livemode boolean NOT NULL,
    type text NOT NULL CHECK (type IN ('payout', 'settlement', 'payin_refund', 'suspense')),
    organization_id uuid NOT NULL,
    transaction_id uuid NOT NULL,
    attempt_id uuid,
    reference text COLLATE "C",
    proved_at timestamptz NOT NULL,
    mac bytea,
    PRIMARY KEY (bank_entry_id),
    CHECK (num_nonnulls(attempt_id, reference) = 1)
);
COMMENT ON TABLE transfer_proof IS 'append-only: which transfer an entry is';
-- A transfer is one entry.
CREATE UNIQUE INDEX transfer_proof_attempt ON transfer_proof (attempt_id) WHERE attempt_id IS NOT NULL;
CREATE UNIQUE INDEX transfer_proof_reference ON transfer_proof (reference, livemode) WHERE reference IS NOT NULL;
-- What staff transfer is found by its amount.
CREATE INDEX payout_attempt_by_hand ON payout_attempt (livemode, amount, created_at) WHERE rail = 'manual';
CREATE INDEX settlement_attempt_by_hand ON settlement_attempt (livemode, amount, created_at) WHERE rail = 'manual';
