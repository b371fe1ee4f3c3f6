-- Settlements: a merchant sweeps its balance to a verified account. The creation time is the millisecond in settlement_id (UUID
-- version 7). Destination facts are copied. The destination receives the amount less the fee, in one transfer.
CREATE TABLE settlement (
    organization_id     uuid NOT NULL,
    livemode            boolean NOT NULL,
    settlement_id       uuid NOT NULL,
    status              text NOT NULL CHECK (status IN ('pending', 'processing', 'completed', 'failed')),
    dialect             text NOT NULL CHECK (dialect IN ('v1', 'guide')),
    client_operation_id text COLLATE "C",
    currency            text NOT NULL,
    amount              bigint NOT NULL CHECK (amount > 0),
    fee                 bigint NOT NULL CHECK (fee >= 0 AND fee < amount),
    account_id          uuid NOT NULL,
    bank_code           text NOT NULL,
    account_no          text NOT NULL,
    holder_name         text NOT NULL,
    request_id          text NOT NULL,
    slip_qr_string      text,
    -- Why staff must decide on a settlement in process.
    review_reason       text,
    failure_code        text,
    failure_message     text,
    version             bigint NOT NULL DEFAULT 1,
    due_at              timestamptz,
    updated_at          timestamptz NOT NULL,
    finalized_at        timestamptz,
    mac                 bytea,
    PRIMARY KEY (organization_id, livemode, settlement_id),
    UNIQUE (organization_id, livemode, client_operation_id),
    CHECK ((failure_code IS NULL) = (failure_message IS NULL)),
    CHECK ((status IN ('completed', 'failed')) = (finalized_at IS NOT NULL))
);
COMMENT ON TABLE settlement IS 'kept';
COMMENT ON COLUMN settlement.due_at IS 'not evidence: when background work continues it';
CREATE INDEX settlement_due ON settlement (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX settlement_status ON settlement (organization_id, livemode, status, settlement_id NULLS FIRST);
CREATE INDEX settlement_currency ON settlement (organization_id, livemode, currency, status, settlement_id NULLS FIRST);
CREATE INDEX settlement_account ON settlement (organization_id, livemode, account_id, settlement_id);
CREATE INDEX settlement_in_review ON settlement (settlement_id) WHERE status = 'processing' AND review_reason IS NOT NULL;

-- The fence: a row commits before the rail is called. The next attempt needs the one before it dead.
CREATE TABLE settlement_attempt (
    organization_id uuid NOT NULL,
    livemode        boolean NOT NULL,
    settlement_id   uuid NOT NULL,
    -- As in payout_attempt; a settlement has one leg.
    step            integer NOT NULL CHECK (step = 1),
    attempt         integer NOT NULL CHECK (attempt > 0),
    attempt_id      uuid NOT NULL,
    rail            text NOT NULL,
    amount          bigint NOT NULL CHECK (amount > 0),
    status          text NOT NULL CHECK (status IN ('open', 'delivered', 'dead')),
    polls           integer NOT NULL DEFAULT 0,
    rail_reference  text COLLATE "C",
    created_at      timestamptz NOT NULL,
    closed_at       timestamptz,
    never_sent      boolean NOT NULL DEFAULT false,
    late_amount     bigint CHECK (late_amount >= 0),
    late_at         timestamptz,
    mac             bytea,
    PRIMARY KEY (organization_id, livemode, settlement_id, step, attempt),
    CHECK ((late_amount IS NULL) = (late_at IS NULL))
);
COMMENT ON TABLE settlement_attempt IS 'kept';
CREATE UNIQUE INDEX settlement_attempt_one_alive ON settlement_attempt (organization_id, livemode, settlement_id)
    WHERE status <> 'dead';
CREATE INDEX settlement_attempt_manual ON settlement_attempt (settlement_id) WHERE rail = 'manual' AND status = 'open';
-- Operators find a settlement by an attempt's id or by the reference that a rail or a bank gave it.
CREATE INDEX settlement_attempt_id ON settlement_attempt (attempt_id);
CREATE INDEX settlement_attempt_reference ON settlement_attempt (rail_reference) WHERE rail_reference IS NOT NULL;

-- The transfers that paid settlements, of all organizations: one transfer pays once. The reference is in capitals and without spaces.
CREATE TABLE settlement_transfer (
    reference       text COLLATE "C" NOT NULL,
    livemode        boolean NOT NULL,
    organization_id uuid NOT NULL,
    settlement_id   uuid NOT NULL,
    attempt_id      uuid NOT NULL,
    mac             bytea,
    PRIMARY KEY (reference, livemode)
);
COMMENT ON TABLE settlement_transfer IS 'append-only: which settlement each transfer paid';

-- What the simulator sends for settlements. payout_id is the id of the payout or settlement.
ALTER TABLE simulator_transfer ADD COLUMN subject text NOT NULL DEFAULT 'payout' CHECK (subject IN ('payout', 'settlement'));

-- Claims for money that abandoned attempts of settlements delivered.
ALTER TABLE suspense
    ADD COLUMN settlement_id uuid,
    DROP CONSTRAINT suspense_source_check,
    DROP CONSTRAINT suspense_check2,
    DROP CONSTRAINT suspense_check3,
    DROP CONSTRAINT suspense_check4,
    DROP CONSTRAINT suspense_check5,
    DROP CONSTRAINT suspense_check6;
ALTER TABLE suspense
    ADD CONSTRAINT suspense_source_check CHECK (source IN ('crypto', 'slip', 'payout', 'staff', 'settlement')),
    ADD CONSTRAINT suspense_claim_reason CHECK ((source IN ('payout', 'settlement')) = (reason = 'delivered_late')),
    ADD CONSTRAINT suspense_claim_payin CHECK ((source IN ('payout', 'settlement')) = (payin_id IS NULL)),
    ADD CONSTRAINT suspense_claim_payout CHECK ((source = 'payout') = (payout_id IS NOT NULL)),
    ADD CONSTRAINT suspense_claim_settlement CHECK ((source = 'settlement') = (settlement_id IS NOT NULL)),
    ADD CONSTRAINT suspense_claim_attempt CHECK ((source IN ('payout', 'settlement')) = (attempt_id IS NOT NULL)),
    -- A claim pays no payin.
    ADD CONSTRAINT suspense_claim_status CHECK (source NOT IN ('payout', 'settlement') OR status IN ('open', 'returned', 'kept'));
