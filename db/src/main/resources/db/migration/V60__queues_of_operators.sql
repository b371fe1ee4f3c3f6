-- What waits for operators, in all organizations: how many there are, the oldest, and the newest ones. Few rows are in these indexes, and the
-- conditions are on columns that other indexes have, so that a row that is in none of them costs its writer nothing.
CREATE INDEX slip_queue ON slip (slip_id) WHERE status = 'pending' AND stage <> 'checking';
CREATE INDEX payout_pending_review ON payout (payout_id) WHERE status = 'pending_review';
CREATE INDEX payout_in_review ON payout (payout_id) WHERE status = 'in_review';
CREATE INDEX payout_attempt_manual ON payout_attempt (payout_id) WHERE rail = 'manual' AND status = 'open';
CREATE INDEX delivery_failed ON delivery (delivery_id) WHERE status = 'failed';
CREATE INDEX delivery_suspended ON delivery (delivery_id) WHERE status = 'suspended';
