-- A rail may report that an attempt was delivered after the attempt had been given up. That is recorded with the attempt, and what
-- was delivered beside what the payout settled is claimed back: an item of suspense of source 'payout'.
ALTER TABLE payout_attempt
    -- The rail refused it before it was sent; how often in a row decides when the leg is sent again.
    ADD COLUMN never_sent  boolean NOT NULL DEFAULT false,
    -- What the rail reports of an attempt that had been given up. A dead attempt with an amount above 0 has a claim.
    ADD COLUMN late_amount bigint CHECK (late_amount >= 0),
    ADD COLUMN late_at     timestamptz,
    ADD CHECK ((late_amount IS NULL) = (late_at IS NULL));

ALTER TABLE suspense
    ALTER COLUMN payin_id DROP NOT NULL,
    ADD COLUMN payout_id  uuid,
    ADD COLUMN attempt_id uuid,
    DROP CONSTRAINT suspense_source_check,
    DROP CONSTRAINT suspense_reason_check,
    ADD CONSTRAINT suspense_source_check CHECK (source IN ('crypto', 'slip', 'payout')),
    ADD CONSTRAINT suspense_reason_check CHECK (reason IN ('late', 'partial', 'extra', 'closed', 'delivered_late')),
    ADD CHECK ((source = 'payout') = (reason = 'delivered_late')),
    ADD CHECK ((source = 'payout') = (payin_id IS NULL)),
    ADD CHECK ((source = 'payout') = (payout_id IS NOT NULL)),
    ADD CHECK ((source = 'payout') = (attempt_id IS NOT NULL)),
    -- A claim pays no payin.
    ADD CHECK (source <> 'payout' OR status IN ('open', 'returned', 'kept'));
CREATE UNIQUE INDEX suspense_attempt ON suspense (organization_id, livemode, attempt_id) WHERE attempt_id IS NOT NULL;

-- The usage of a day is the sum of its payouts that were not given back. What retries and late confirmations did not count is
-- counted now.
UPDATE wallet w SET daily_used = coalesce((
    SELECT sum(CASE WHEN p.status IN ('pending', 'pending_review', 'processing', 'in_review', 'rejected') THEN p.amount
                    WHEN p.status IN ('success', 'partial_success') THEN p.delivered
                    ELSE 0 END)
    FROM payout p
    WHERE p.organization_id = w.organization_id AND p.livemode = w.livemode AND p.currency = w.currency
      AND p.daily_date = w.daily_date), 0)
WHERE w.daily_date IS NOT NULL;
