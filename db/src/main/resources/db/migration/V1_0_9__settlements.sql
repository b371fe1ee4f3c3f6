-- Sweeps, conversions, transfers between organizations, and statements.

-- How much of one currency is paid for another, as operators configured it. Null: there is no rate.
CREATE TABLE exchange_rate (
    livemode boolean NOT NULL,
    source_currency text NOT NULL,
    target_currency text NOT NULL,
    rate text,
    version bigint NOT NULL,
    updated_at timestamptz NOT NULL,
    mac bytea,
    PRIMARY KEY (livemode, source_currency, target_currency),
    CHECK (source_currency <> target_currency)
);
COMMENT ON TABLE exchange_rate IS 'kept';

-- Settlements: a merchant sweeps its balance to a verified account. The creation time is the millisecond in settlement_id (UUID
-- version 7). Destination facts are copied. The destination receives the amount less the fee, in one transfer.
CREATE TABLE settlement (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    settlement_id uuid NOT NULL,
    status text NOT NULL CHECK (status IN ('pending', 'processing', 'completed', 'failed')),
    dialect text NOT NULL CHECK (dialect IN ('v1', 'guide')),
    client_operation_id text COLLATE "C",
    currency text NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    fee bigint NOT NULL,
    account_id uuid NOT NULL,
    bank_code text NOT NULL,
    account_no text NOT NULL,
    holder_name text NOT NULL,
    request_id text NOT NULL,
    slip_qr_string text,
    review_reason text,
    failure_code text,
    failure_message text,
    version bigint NOT NULL DEFAULT 1,
    due_at timestamptz,
    updated_at timestamptz NOT NULL,
    finalized_at timestamptz,
    mac bytea,
    PRIMARY KEY (organization_id, livemode, settlement_id),
    UNIQUE (organization_id, livemode, client_operation_id),
    CHECK (fee >= 0 AND fee < amount),
    CHECK ((failure_code IS NULL) = (failure_message IS NULL)),
    CHECK ((status IN ('completed', 'failed')) = (finalized_at IS NOT NULL))
);
COMMENT ON TABLE settlement IS 'kept';
COMMENT ON COLUMN settlement.due_at IS 'not evidence: when background work continues it';
CREATE INDEX settlement_account ON settlement (organization_id, livemode, account_id, settlement_id);
CREATE INDEX settlement_amount ON settlement (organization_id, livemode, currency, status, amount, settlement_id);
CREATE INDEX settlement_currency ON settlement (organization_id, livemode, currency, status, settlement_id NULLS FIRST) INCLUDE (amount);
CREATE INDEX settlement_due ON settlement (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX settlement_in_review ON settlement (livemode, settlement_id) WHERE status = 'processing' AND review_reason IS NOT NULL;
-- Which settlement a request was about: only ids that clients chose, as for payouts.
CREATE INDEX settlement_request ON settlement (organization_id, livemode, request_id) WHERE request_id NOT LIKE '________-____-7___-____-____________';
CREATE INDEX settlement_status ON settlement (organization_id, livemode, status, settlement_id NULLS FIRST);

-- The fence: a row commits before the rail is called. The next attempt needs the one before it dead.
CREATE TABLE settlement_attempt (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    settlement_id uuid NOT NULL,
    step int NOT NULL CHECK (step = 1),
    attempt int NOT NULL CHECK (attempt > 0),
    attempt_id uuid NOT NULL,
    rail text NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    status text NOT NULL CHECK (status IN ('open', 'delivered', 'dead')),
    polls int NOT NULL DEFAULT 0,
    rail_reference text COLLATE "C",
    created_at timestamptz NOT NULL,
    closed_at timestamptz,
    never_sent boolean NOT NULL DEFAULT false,
    late_amount bigint CHECK (late_amount >= 0),
    late_at timestamptz,
    route text,
    mac bytea,
    PRIMARY KEY (organization_id, livemode, settlement_id, step, attempt),
    CHECK ((late_amount IS NULL) = (late_at IS NULL))
);
COMMENT ON TABLE settlement_attempt IS 'kept';
-- Operators find a settlement by an attempt's id or by the reference that a rail or a bank gave it.
CREATE INDEX settlement_attempt_id ON settlement_attempt (attempt_id);
CREATE INDEX settlement_attempt_manual ON settlement_attempt (livemode, settlement_id) WHERE rail = 'manual' AND status = 'open';
CREATE INDEX settlement_attempt_reference ON settlement_attempt (upper(rail_reference COLLATE "C")) WHERE rail_reference IS NOT NULL;
CREATE UNIQUE INDEX settlement_attempt_one_alive ON settlement_attempt (organization_id, livemode, settlement_id) WHERE status <> 'dead';

-- The transfers that paid settlements, of all organizations: one transfer pays once. The reference is in capitals and without spaces.
CREATE TABLE settlement_transfer (
    reference text NOT NULL COLLATE "C",
    livemode boolean NOT NULL,
    organization_id uuid NOT NULL,
    settlement_id uuid,
    attempt_id uuid,
    mac bytea,
    payout_id uuid,
    payin_id uuid,
    suspense_id uuid,
    amount bigint CHECK (amount > 0),
    PRIMARY KEY (reference, livemode),
    CONSTRAINT settlement_transfer_amount CHECK (amount IS NULL OR attempt_id IS NULL),
    CONSTRAINT settlement_transfer_attempt CHECK (
        CASE WHEN attempt_id IS NULL THEN settlement_id IS NULL ELSE num_nonnulls(payin_id, suspense_id) = 0 END),
    CONSTRAINT settlement_transfer_subject CHECK (num_nonnulls(settlement_id, payout_id, payin_id, suspense_id) = 1)
);
COMMENT ON TABLE settlement_transfer IS 'append-only: what each transfer paid';
CREATE INDEX settlement_transfer_payin ON settlement_transfer (organization_id, livemode, payin_id) WHERE payin_id IS NOT NULL;
CREATE INDEX settlement_transfer_payout ON settlement_transfer (organization_id, livemode, payout_id) WHERE payout_id IS NOT NULL;
CREATE INDEX settlement_transfer_settlement ON settlement_transfer (organization_id, livemode, settlement_id) WHERE settlement_id IS NOT NULL;
CREATE INDEX settlement_transfer_suspense ON settlement_transfer (organization_id, livemode, suspense_id) WHERE suspense_id IS NOT NULL;

-- The conversion of a settlement's net amount. conversion_id is the id of its quote, which is used once.
CREATE TABLE conversion (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    conversion_id uuid NOT NULL,
    settlement_id uuid NOT NULL,
    source_currency text NOT NULL,
    source_amount bigint NOT NULL CHECK (source_amount > 0),
    currency text NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    rate text NOT NULL,
    mac bytea,
    PRIMARY KEY (organization_id, livemode, conversion_id),
    UNIQUE (organization_id, livemode, settlement_id),
    CHECK (source_currency <> currency)
);
COMMENT ON TABLE conversion IS 'append-only: what a settlement was quoted';

-- Money that organizations send each other: one row for each side, both with the same id, written in one transaction. The creation time
-- is the millisecond in the id. The reference and the id of the request are the sender's alone. Names are as of the transfer.
CREATE TABLE organization_transfer (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    organization_transfer_id uuid NOT NULL,
    direction text NOT NULL CHECK (direction IN ('outgoing', 'incoming')),
    counterparty_id uuid NOT NULL,
    counterparty_code text NOT NULL,
    counterparty_name text NOT NULL,
    merchant_ref text COLLATE "C",
    currency text NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    notes text,
    request_id text,
    mac bytea,
    PRIMARY KEY (organization_id, livemode, organization_transfer_id),
    CHECK (counterparty_id <> organization_id),
    CHECK ((merchant_ref IS NOT NULL) = (direction = 'outgoing')),
    CHECK ((request_id IS NOT NULL) = (direction = 'outgoing'))
);
COMMENT ON TABLE organization_transfer IS 'append-only: money sent between organizations';
CREATE INDEX organization_transfer_amount ON organization_transfer (organization_id, livemode, direction, currency, amount, organization_transfer_id);
-- Sorts nulls first, unlike the primary key, so that a filtered list does not walk that one.
CREATE INDEX organization_transfer_direction ON organization_transfer (organization_id, livemode, direction, currency, organization_transfer_id NULLS FIRST) INCLUDE (amount);
CREATE INDEX organization_transfer_notes ON organization_transfer (lower(left(notes, 128)) text_pattern_ops) WHERE notes IS NOT NULL;
-- Which transfer a request with an id of the client's made.
CREATE INDEX organization_transfer_request ON organization_transfer (organization_id, livemode, request_id) WHERE request_id NOT LIKE '________-____-7___-____-____________';
CREATE UNIQUE INDEX organization_transfer_reference ON organization_transfer (organization_id, livemode, merchant_ref) WHERE merchant_ref IS NOT NULL;

-- The sealed statement of a day of a wallet: its head, over its transfers from_seq..to_seq and the head of the day before. A day without
-- transfers has a row only if somebody asked for it; its head follows from the day before. The key ends in number: two nodes that seal at
-- once go on from the same statement, whatever they seal, so that only one of them can extend the chain.
CREATE TABLE daily_statement (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    currency text NOT NULL,
    number bigint NOT NULL CHECK (number > 0),
    day date NOT NULL,
    from_seq bigint NOT NULL CHECK (from_seq > 0),
    to_seq bigint NOT NULL,
    head bytea NOT NULL CHECK (length(head) = 32),
    sealed_at timestamptz NOT NULL,
    mac bytea,
    PRIMARY KEY (organization_id, livemode, currency, number),
    UNIQUE (organization_id, livemode, currency, day),
    CHECK (to_seq >= (from_seq - 1))
);
COMMENT ON TABLE daily_statement IS 'append-only';
COMMENT ON COLUMN daily_statement.day IS 'in UTC';
