-- The transfers that paid settlements are also those with which staff say that they paid legs of payouts: one transfer pays one of them.
ALTER TABLE settlement_transfer
    ALTER COLUMN settlement_id DROP NOT NULL,
    ADD COLUMN payout_id uuid,
    ADD CONSTRAINT settlement_transfer_subject CHECK ((settlement_id IS NULL) <> (payout_id IS NULL));
COMMENT ON TABLE settlement_transfer IS 'append-only: which settlement or payout each transfer paid';
CREATE INDEX settlement_transfer_payout ON settlement_transfer (organization_id, livemode, payout_id) WHERE payout_id IS NOT NULL;
CREATE INDEX settlement_transfer_settlement ON settlement_transfer (organization_id, livemode, settlement_id) WHERE settlement_id IS NOT NULL;
