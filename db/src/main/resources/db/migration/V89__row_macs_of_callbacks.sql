-- The MACs of callbacks: what is told to merchants, which delivery tells it, and what was sent. And those of offers, which have the account
-- that a payer pays to. The next migration computes those of the rows that exist.
ALTER TABLE event ADD COLUMN mac bytea;
ALTER TABLE delivery ADD COLUMN mac bytea;
ALTER TABLE delivery_attempt ADD COLUMN mac bytea;
ALTER TABLE p2p_offer ADD COLUMN mac bytea;
COMMENT ON COLUMN delivery.url IS 'not evidence: shown; a callback is sent to the address of its endpoint';
COMMENT ON COLUMN delivery.status IS 'not evidence: what its attempts have come to';
COMMENT ON COLUMN delivery.attempts IS 'not evidence: what its attempts have come to';
COMMENT ON COLUMN delivery.round_attempts IS 'not evidence: what its attempts have come to';
COMMENT ON COLUMN delivery.next_attempt_at IS 'not evidence: when background work looks at it next';
COMMENT ON COLUMN delivery.claim IS 'not evidence: the attempt under way';
COMMENT ON COLUMN delivery.delivered_at IS 'not evidence: what its attempts have come to';
COMMENT ON COLUMN delivery.last_code IS 'not evidence: what its attempts have come to';

-- A MAC covers when a row of the journal was written. That of the existing rows was not covered.
ALTER TABLE journal DROP COLUMN created_at;
ALTER TABLE journal ADD COLUMN created_at timestamptz;
COMMENT ON COLUMN journal.created_at IS 'by the clock of the node, for people who look for a row; null in rows of earlier releases';

-- A MAC covers when an idempotency record was written, by which it is forgotten. The migration after the next one computes those of the
-- records that exist.
COMMENT ON COLUMN idempotency.created_at IS NULL;
