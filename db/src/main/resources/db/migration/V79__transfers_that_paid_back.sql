-- The transfers with which payins are refunded, reverted payouts come back and unallocated funds are returned pay once too. They have no attempt.
ALTER TABLE settlement_transfer
    ALTER COLUMN attempt_id DROP NOT NULL,
    ADD COLUMN payin_id uuid,
    ADD COLUMN suspense_id uuid,
    DROP CONSTRAINT settlement_transfer_subject,
    ADD CONSTRAINT settlement_transfer_subject CHECK (num_nonnulls(settlement_id, payout_id, payin_id, suspense_id) = 1),
    ADD CONSTRAINT settlement_transfer_attempt CHECK (
        attempt_id IS NOT NULL AND num_nonnulls(payin_id, suspense_id) = 0 OR attempt_id IS NULL AND settlement_id IS NULL);
COMMENT ON TABLE settlement_transfer IS 'append-only: what each transfer paid';
CREATE INDEX settlement_transfer_payin ON settlement_transfer (organization_id, livemode, payin_id) WHERE payin_id IS NOT NULL;
CREATE INDEX settlement_transfer_suspense ON settlement_transfer (organization_id, livemode, suspense_id) WHERE suspense_id IS NOT NULL;
