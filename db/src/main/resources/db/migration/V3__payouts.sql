-- Payouts. The creation time is the millisecond in payout_id (UUID version 7), so the primary key is also the order of
-- every list. Destination facts are copied: a payout shows whom it was sent to, whatever becomes of the account.
CREATE TABLE payout (
    organization_id    uuid NOT NULL,
    livemode           boolean NOT NULL,
    payout_id          uuid NOT NULL,
    status             text NOT NULL,
    dialect            text NOT NULL CHECK (dialect IN ('v1', 'guide')),
    merchant_ref       text COLLATE "C" NOT NULL,
    currency           text NOT NULL,
    amount             bigint NOT NULL CHECK (amount > 0),
    fee                bigint NOT NULL CHECK (fee >= 0),
    delivered          bigint NOT NULL DEFAULT 0 CHECK (delivered BETWEEN 0 AND amount),
    fee_returned       bigint NOT NULL DEFAULT 0 CHECK (fee_returned BETWEEN 0 AND fee),
    returned           bigint NOT NULL DEFAULT 0 CHECK (returned BETWEEN 0 AND amount + fee),
    account_id         uuid NOT NULL,
    customer_id        uuid NOT NULL,
    customer_name      text NOT NULL,
    bank_code          text NOT NULL,
    account_no         text NOT NULL,
    holder_name        text NOT NULL,
    sender_type        text,
    sender_platform    text,
    sender_identifier  text,
    sender_holder_name text,
    slip_qr_ref        text,
    slip_qr_string     text,
    review_reason      text,
    failure_code       text,
    failure_message    text,
    notes              text,
    request_id         text NOT NULL,
    daily_date         date NOT NULL,
    version            bigint NOT NULL DEFAULT 1,
    due_at             timestamptz,
    expired_at         timestamptz,
    updated_at         timestamptz NOT NULL,
    finalized_at       timestamptz,
    PRIMARY KEY (organization_id, livemode, payout_id),
    UNIQUE (organization_id, livemode, merchant_ref)
);
-- What the background work looks for; a claim moves due_at into the future, which is its lease.
CREATE INDEX payout_due ON payout (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX payout_status ON payout (organization_id, livemode, status, payout_id);
CREATE INDEX payout_account ON payout (organization_id, livemode, account_id, payout_id);

-- The legs of a payout: one, or several when the amount is above what the rail sends in one transfer.
CREATE TABLE payout_step (
    organization_id uuid NOT NULL,
    livemode        boolean NOT NULL,
    payout_id       uuid NOT NULL,
    step            integer NOT NULL CHECK (step > 0),
    step_id         uuid NOT NULL,
    amount          bigint NOT NULL CHECK (amount > 0),
    transfer_amount bigint NOT NULL DEFAULT 0 CHECK (transfer_amount BETWEEN 0 AND amount),
    status          text NOT NULL CHECK (status IN ('pending', 'processing', 'success', 'partial_success', 'failed', 'cancelled')),
    finalized_at    timestamptz,
    PRIMARY KEY (organization_id, livemode, payout_id, step)
);

-- The fence: a row commits before the rail is called. The next attempt of a leg needs the one before it dead.
CREATE TABLE payout_attempt (
    organization_id uuid NOT NULL,
    livemode        boolean NOT NULL,
    payout_id       uuid NOT NULL,
    step            integer NOT NULL,
    attempt         integer NOT NULL CHECK (attempt > 0),
    attempt_id      uuid NOT NULL,
    rail            text NOT NULL,
    amount          bigint NOT NULL CHECK (amount > 0),
    status          text NOT NULL CHECK (status IN ('open', 'delivered', 'dead')),
    polls           integer NOT NULL DEFAULT 0,
    rail_reference  text,
    created_at      timestamptz NOT NULL,
    closed_at       timestamptz,
    PRIMARY KEY (organization_id, livemode, payout_id, step, attempt)
);
CREATE UNIQUE INDEX payout_attempt_one_alive ON payout_attempt (organization_id, livemode, payout_id, step) WHERE status <> 'dead';

-- What the simulator was told to send, kept as a bank would keep it: the independent witness that no leg went out twice.
CREATE TABLE simulator_transfer (
    organization_id uuid NOT NULL,
    livemode        boolean NOT NULL,
    attempt_id      uuid NOT NULL,
    payout_id       uuid NOT NULL,
    step            integer NOT NULL,
    amount          bigint NOT NULL,
    delivered       bigint NOT NULL,
    outcome         text NOT NULL,
    created_at      timestamptz NOT NULL,
    PRIMARY KEY (organization_id, livemode, attempt_id)
);
