-- Unallocated funds.

-- Money that came and that nobody could match with a payin. It is noted in the transaction that finds it, posted by background
-- work, and kept open until somebody says what becomes of it.
CREATE TABLE suspense (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    suspense_id uuid NOT NULL,
    source text NOT NULL CHECK (source IN ('crypto', 'slip', 'payout', 'staff', 'settlement')),
    reference text NOT NULL COLLATE "C",
    payin_id uuid,
    reason text NOT NULL CHECK (reason IN ('late', 'partial', 'extra', 'closed', 'named', 'delivered_late')),
    currency text NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    status text NOT NULL CHECK (status IN ('noted', 'open', 'matched', 'returned', 'kept')),
    matched_payin_id uuid,
    decided_by text,
    decided_request text,
    note text,
    version bigint NOT NULL DEFAULT 1,
    updated_at timestamptz NOT NULL,
    payout_id uuid,
    attempt_id uuid,
    due_at timestamptz NOT NULL DEFAULT now(),
    mac bytea,
    settlement_id uuid,
    returned_reference text,
    PRIMARY KEY (organization_id, livemode, suspense_id),
    UNIQUE (organization_id, livemode, source, reference),
    CHECK ((status = 'matched') = (matched_payin_id IS NOT NULL)),
    CHECK ((status IN ('noted', 'open')) = (decided_by IS NULL)),
    CONSTRAINT suspense_claim_attempt CHECK ((source IN ('payout', 'settlement')) = (attempt_id IS NOT NULL)),
    CONSTRAINT suspense_claim_payin CHECK ((source IN ('payout', 'settlement')) = (payin_id IS NULL)),
    CONSTRAINT suspense_claim_payout CHECK ((source = 'payout') = (payout_id IS NOT NULL)),
    CONSTRAINT suspense_claim_reason CHECK ((source IN ('payout', 'settlement')) = (reason = 'delivered_late')),
    CONSTRAINT suspense_claim_settlement CHECK ((source = 'settlement') = (settlement_id IS NOT NULL)),
    CONSTRAINT suspense_claim_status CHECK ((source NOT IN ('payout', 'settlement')) OR (status IN ('open', 'returned', 'kept')))
);
COMMENT ON TABLE suspense IS 'kept';
COMMENT ON COLUMN suspense.due_at IS 'not evidence: when background work looks at it next';
CREATE INDEX suspense_due ON suspense (due_at) WHERE status = 'noted';
CREATE INDEX suspense_open ON suspense (livemode, suspense_id) WHERE status = 'open';
CREATE INDEX suspense_payin ON suspense (organization_id, livemode, payin_id);
-- The queue of finance, across organizations, and what background work looks for.
CREATE INDEX suspense_status ON suspense (status, suspense_id);
CREATE UNIQUE INDEX suspense_attempt ON suspense (organization_id, livemode, attempt_id) WHERE attempt_id IS NOT NULL;
