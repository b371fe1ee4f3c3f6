-- The MACs of deposits, their transfers and unallocated funds. The next migrations compute those of the rows that exist.
ALTER TABLE crypto_deposit ADD COLUMN mac bytea;
ALTER TABLE crypto_transfer ADD COLUMN mac bytea;
ALTER TABLE suspense ADD COLUMN mac bytea;
COMMENT ON COLUMN crypto_deposit.due_at IS 'not evidence: when background work looks at it next';
COMMENT ON COLUMN crypto_transfer.seen_at IS 'not evidence: for people who look for a row';
COMMENT ON COLUMN crypto_transfer.updated_at IS 'not evidence: for people who look for a row';
COMMENT ON COLUMN suspense.due_at IS 'not evidence: when background work looks at it next';
