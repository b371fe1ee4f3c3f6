-- What a transfer paid back, in minor units; null for one that paid an attempt, and for those of earlier releases. A refund keeps the reference
-- of its transfer, so that an audit can compare both. Those of earlier releases have none.
ALTER TABLE settlement_transfer
    ADD COLUMN amount bigint CHECK (amount > 0),
    ADD CONSTRAINT settlement_transfer_amount CHECK (amount IS NULL OR attempt_id IS NULL);
ALTER TABLE payin ADD COLUMN refund_reference text;
ALTER TABLE payout ADD COLUMN refund_reference text;
