-- Money that leaves.

-- Payouts. The creation time is the millisecond in payout_id (UUID version 7), so the primary key is also the order of
-- every list. Destination facts are copied: a payout shows whom it was sent to, whatever becomes of the account.
CREATE TABLE payout (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    payout_id uuid NOT NULL,
    status text NOT NULL,
    dialect text NOT NULL CHECK (dialect IN ('v1', 'guide')),
    merchant_ref text NOT NULL COLLATE "C",
    currency text NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    fee bigint NOT NULL CHECK (fee >= 0),
    delivered bigint NOT NULL DEFAULT 0,
    fee_returned bigint NOT NULL DEFAULT 0,
    returned bigint NOT NULL DEFAULT 0,
    account_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    customer_name text NOT NULL,
    bank_code text NOT NULL,
    account_no text NOT NULL,
    holder_name text NOT NULL,
    sender_type text,
    sender_platform text,
    sender_identifier text,
    sender_holder_name text,
    slip_qr_ref text,
    slip_qr_string text,
    review_reason text,
    failure_code text,
    failure_message text,
    notes text,
    request_id text NOT NULL,
    daily_date date NOT NULL,
    version bigint NOT NULL DEFAULT 1,
    due_at timestamptz,
    expired_at timestamptz,
    updated_at timestamptz NOT NULL,
    finalized_at timestamptz,
    mac bytea,
    refund_reference text,
    PRIMARY KEY (organization_id, livemode, payout_id),
    UNIQUE (organization_id, livemode, merchant_ref),
    CHECK (delivered >= 0 AND delivered <= amount),
    CHECK (fee_returned >= 0 AND fee_returned <= fee),
    CHECK (returned >= 0 AND (returned <= (amount + fee)))
);
COMMENT ON TABLE payout IS 'kept';
COMMENT ON COLUMN payout.due_at IS 'not evidence: when background work looks at it next';
CREATE INDEX payout_account ON payout (organization_id, livemode, account_id, payout_id);
CREATE INDEX payout_amount ON payout (organization_id, livemode, currency, status, amount, payout_id);
CREATE INDEX payout_currency ON payout (organization_id, livemode, currency, status, payout_id NULLS FIRST) INCLUDE (amount);
-- What the background work looks for; a claim moves due_at into the future, which is its lease.
CREATE INDEX payout_due ON payout (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX payout_in_review ON payout (livemode, payout_id) WHERE status = 'in_review';
CREATE INDEX payout_notes ON payout (lower(left(notes, 128)) text_pattern_ops) WHERE notes IS NOT NULL;
CREATE INDEX payout_pending_review ON payout (livemode, payout_id) WHERE status = 'pending_review';
CREATE INDEX payout_request ON payout (organization_id, livemode, request_id) WHERE request_id NOT LIKE '________-____-7___-____-____________';
CREATE INDEX payout_status ON payout (organization_id, livemode, status, payout_id NULLS FIRST);

-- The legs of a payout: one, or several when the amount is above what the rail sends in one transfer.
CREATE TABLE payout_step (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    payout_id uuid NOT NULL,
    step int NOT NULL CHECK (step > 0),
    step_id uuid NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    transfer_amount bigint NOT NULL DEFAULT 0,
    status text NOT NULL CHECK (status IN ('pending', 'processing', 'success', 'partial_success', 'failed', 'cancelled')),
    finalized_at timestamptz,
    mac bytea,
    PRIMARY KEY (organization_id, livemode, payout_id, step),
    CHECK (transfer_amount >= 0 AND transfer_amount <= amount)
);
COMMENT ON TABLE payout_step IS 'kept';

-- The fence: a row commits before the rail is called. The next attempt of a leg needs the one before it dead.
CREATE TABLE payout_attempt (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    payout_id uuid NOT NULL,
    step int NOT NULL,
    attempt int NOT NULL CHECK (attempt > 0),
    attempt_id uuid NOT NULL,
    rail text NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    status text NOT NULL CHECK (status IN ('open', 'delivered', 'dead')),
    polls int NOT NULL DEFAULT 0,
    rail_reference text,
    created_at timestamptz NOT NULL,
    closed_at timestamptz,
    never_sent boolean NOT NULL DEFAULT false,
    late_amount bigint CHECK (late_amount >= 0),
    late_at timestamptz,
    route text,
    mac bytea,
    PRIMARY KEY (organization_id, livemode, payout_id, step, attempt),
    CHECK ((late_amount IS NULL) = (late_at IS NULL))
);
COMMENT ON TABLE payout_attempt IS 'kept';
-- Operators find a payout by an attempt's id or by the reference that a rail or a bank gave it. An attempt has a reference when it has ended, so
-- that its index is written once.
CREATE INDEX payout_attempt_id ON payout_attempt (attempt_id);
CREATE INDEX payout_attempt_manual ON payout_attempt (livemode, payout_id) WHERE rail = 'manual' AND status = 'open';
CREATE INDEX payout_attempt_reference ON payout_attempt (upper(rail_reference COLLATE "C")) WHERE rail_reference IS NOT NULL;
CREATE UNIQUE INDEX payout_attempt_one_alive ON payout_attempt (organization_id, livemode, payout_id, step) WHERE status <> 'dead';

-- How the simulators of all nodes answer; no row while they answer as usual.
CREATE TABLE simulator (
    singleton boolean NOT NULL CHECK (singleton),
    payout text NOT NULL,
    slip text NOT NULL,
    holder text NOT NULL,
    latency_ms bigint NOT NULL,
    version bigint NOT NULL,
    mac bytea,
    top_up text,
    PRIMARY KEY (singleton)
);
COMMENT ON TABLE simulator IS 'kept';

-- What the simulator was told to send, kept as a bank would keep it: the independent witness that no leg went out twice.
CREATE TABLE simulator_transfer (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    attempt_id uuid NOT NULL,
    payout_id uuid NOT NULL,
    step int NOT NULL,
    amount bigint NOT NULL,
    delivered bigint NOT NULL,
    outcome text NOT NULL,
    created_at timestamptz NOT NULL,
    subject text NOT NULL DEFAULT 'payout' CHECK (subject IN ('payout', 'settlement')),
    PRIMARY KEY (organization_id, livemode, attempt_id)
);
COMMENT ON TABLE simulator_transfer IS 'kept';

-- Payouts that a payer may pay, across organizations, the oldest first: an id is its time. An offer is an invitation and no
-- more: whoever locks the payout's row decides, and one whose payout is over or on its way is worth nothing.
CREATE TABLE p2p_offer (
    payout_id uuid NOT NULL,
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    currency text NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    bank_code text NOT NULL,
    account_no text NOT NULL,
    holder_name text NOT NULL,
    offered_until timestamptz NOT NULL,
    mac bytea,
    PRIMARY KEY (payout_id)
);
CREATE INDEX p2p_offer_amount ON p2p_offer (livemode, currency, amount, payout_id);
CREATE INDEX p2p_offer_until ON p2p_offer (offered_until);

-- Which payout a payin pays. The payout's side is its attempt of rail p2p: that a leg has one living attempt at most keeps a
-- claim from another claim and from the bank.
CREATE TABLE p2p_match (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    payin_id uuid NOT NULL,
    payout_organization_id uuid NOT NULL,
    payout_id uuid NOT NULL,
    attempt_id uuid NOT NULL,
    currency text NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    status text NOT NULL CHECK (status IN ('open', 'completed', 'released')),
    offered_until timestamptz NOT NULL,
    release_at timestamptz,
    created_at timestamptz NOT NULL,
    closed_at timestamptz,
    mac bytea,
    PRIMARY KEY (organization_id, livemode, payin_id),
    CHECK ((status = 'open') = (closed_at IS NULL)),
    CHECK (status = 'open' OR release_at IS NULL)
);
COMMENT ON TABLE p2p_match IS 'kept';
COMMENT ON COLUMN p2p_match.release_at IS 'not evidence: when background work looks at it next';
CREATE INDEX p2p_match_attempt ON p2p_match (attempt_id);
CREATE INDEX p2p_match_release ON p2p_match (release_at) WHERE release_at IS NOT NULL;
