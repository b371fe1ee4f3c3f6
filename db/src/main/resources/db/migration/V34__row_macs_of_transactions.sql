-- The MACs of payouts, payins and their history. The next migration computes those of the rows that exist.
ALTER TABLE payout ADD COLUMN mac bytea;
ALTER TABLE payout_step ADD COLUMN mac bytea;
ALTER TABLE payout_attempt ADD COLUMN mac bytea;
ALTER TABLE payin ADD COLUMN mac bytea;
ALTER TABLE state_change ADD COLUMN mac bytea;

-- MACs leave out columns with such a comment.
COMMENT ON COLUMN payout.due_at IS 'not evidence: when background work looks at it next';
COMMENT ON COLUMN payin.due_at IS 'not evidence: when background work looks at it next';
