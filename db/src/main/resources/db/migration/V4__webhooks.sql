-- Events and their deliveries. An event is written in the transaction that changes its object and never changes after;
-- a delivery is the narrow row beside it that moves.

-- Whether an endpoint answers: failing_since is the first failure after the last success.
ALTER TABLE callback_endpoint
    ADD COLUMN last_success_at timestamptz,
    ADD COLUMN failing_since   timestamptz,
    ADD COLUMN suspended_at    timestamptz;

-- data is the callback body as it was at that moment: what is sent is the same at every attempt.
CREATE TABLE event (
    organization_id  uuid NOT NULL,
    livemode         boolean NOT NULL,
    event_id         uuid NOT NULL,
    type             text NOT NULL,
    transaction_type text NOT NULL CHECK (transaction_type IN ('payin', 'payout', 'settlement')),
    transaction_id   uuid NOT NULL,
    dialect          text NOT NULL CHECK (dialect IN ('v1', 'guide')),
    data             text NOT NULL,
    created_at       timestamptz NOT NULL,
    PRIMARY KEY (organization_id, livemode, event_id)
);
CREATE INDEX event_created ON event USING brin (created_at);

-- claim is the attempt under way; its lease is next_attempt_at, which is also what a delivery waits for.
CREATE TABLE delivery (
    organization_id  uuid NOT NULL,
    livemode         boolean NOT NULL,
    delivery_id      uuid NOT NULL,
    event_id         uuid NOT NULL,
    type             text NOT NULL,
    transaction_type text NOT NULL,
    transaction_id   uuid NOT NULL,
    endpoint         text NOT NULL CHECK (endpoint IN ('payin', 'payout')),
    url              text NOT NULL,
    status           text NOT NULL CHECK (status IN ('pending', 'delivered', 'failed', 'suspended')),
    attempts         integer NOT NULL DEFAULT 0,
    round_attempts   integer NOT NULL DEFAULT 0,
    next_attempt_at  timestamptz,
    claim            uuid,
    delivered_at     timestamptz,
    created_at       timestamptz NOT NULL,
    PRIMARY KEY (organization_id, livemode, delivery_id),
    CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL)),
    CHECK ((status = 'delivered') = (delivered_at IS NOT NULL))
) WITH (fillfactor = 70);
-- What is due, endpoint by endpoint, so that none of them is looked for behind the queue of another.
CREATE INDEX delivery_due ON delivery (organization_id, endpoint, next_attempt_at) WHERE status = 'pending';
CREATE INDEX delivery_transaction ON delivery (organization_id, transaction_id);
-- What people look for: a delivery passes every index at each of its changes, so the usual ones are not in this.
CREATE INDEX delivery_stuck ON delivery (organization_id, livemode, status, delivery_id) WHERE status IN ('failed', 'suspended');
CREATE INDEX delivery_created ON delivery USING brin (created_at);

CREATE TABLE delivery_attempt (
    organization_id  uuid NOT NULL,
    livemode         boolean NOT NULL,
    delivery_id      uuid NOT NULL,
    attempt          integer NOT NULL CHECK (attempt > 0),
    request_id       uuid NOT NULL,
    url              text NOT NULL,
    status_code      integer,
    duration_ms      integer NOT NULL,
    error            text,
    response_excerpt text,
    created_at       timestamptz NOT NULL,
    PRIMARY KEY (organization_id, livemode, delivery_id, attempt)
);
CREATE INDEX delivery_attempt_created ON delivery_attempt USING brin (created_at);
