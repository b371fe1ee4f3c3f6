-- What waits for operators, in each environment: what waits in test neither hides nor slows what waits in live. As before, the conditions are on
-- columns that other indexes have, so that a row that is in none of these costs its writer nothing.
DROP INDEX slip_queue;
CREATE INDEX slip_queue ON slip (livemode, slip_id) WHERE status = 'pending' AND stage <> 'checking';
DROP INDEX payout_pending_review;
CREATE INDEX payout_pending_review ON payout (livemode, payout_id) WHERE status = 'pending_review';
DROP INDEX payout_in_review;
CREATE INDEX payout_in_review ON payout (livemode, payout_id) WHERE status = 'in_review';
DROP INDEX payout_attempt_manual;
CREATE INDEX payout_attempt_manual ON payout_attempt (livemode, payout_id) WHERE rail = 'manual' AND status = 'open';
DROP INDEX settlement_in_review;
CREATE INDEX settlement_in_review ON settlement (livemode, settlement_id) WHERE status = 'processing' AND review_reason IS NOT NULL;
DROP INDEX settlement_attempt_manual;
CREATE INDEX settlement_attempt_manual ON settlement_attempt (livemode, settlement_id) WHERE rail = 'manual' AND status = 'open';
DROP INDEX delivery_failed;
CREATE INDEX delivery_failed ON delivery (livemode, delivery_id) WHERE status = 'failed';
DROP INDEX delivery_suspended;
CREATE INDEX delivery_suspended ON delivery (livemode, delivery_id) WHERE status = 'suspended';
DROP INDEX issue_pending;
CREATE INDEX issue_pending ON issue (livemode, issue_id) WHERE status IN ('open', 'claimed');
CREATE INDEX suspense_open ON suspense (livemode, suspense_id) WHERE status = 'open';
CREATE INDEX approval_waiting ON approval (livemode, approval_id) WHERE status = 'pending';
DROP INDEX organization_account_pending;
CREATE INDEX organization_account_pending ON organization_account (livemode, organization_account_id)
    WHERE verified_at IS NULL AND verification_refused_at IS NULL AND archived_at IS NULL;
DROP INDEX customer_account_verification;
CREATE INDEX customer_account_verification ON customer_account (livemode, account_id)
    WHERE verification_requested_at IS NOT NULL AND verified_at IS NULL AND verification_refused_at IS NULL;
-- The account whose verification was asked for first.
CREATE INDEX customer_account_requested ON customer_account (livemode, verification_requested_at, account_id)
    WHERE verification_requested_at IS NOT NULL AND verified_at IS NULL AND verification_refused_at IS NULL;
