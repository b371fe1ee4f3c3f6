-- Events and their delivery to merchants.

-- data is the callback body as it was at that moment: what is sent is the same at every attempt.
CREATE TABLE event (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    event_id uuid NOT NULL,
    type text NOT NULL,
    transaction_type text NOT NULL CHECK (transaction_type IN ('payin', 'payout', 'settlement')),
    transaction_id uuid NOT NULL,
    dialect text NOT NULL CHECK (dialect IN ('v1', 'guide')),
    data text NOT NULL,
    created_at timestamptz NOT NULL,
    mac bytea,
    delivery_id uuid,
    PRIMARY KEY (organization_id, livemode, event_id)
);
COMMENT ON TABLE event IS 'unchanged: what is told to merchants';
CREATE INDEX event_created ON event USING brin (created_at);

-- claim is the attempt under way; its lease is next_attempt_at, which is also what a delivery waits for.
CREATE TABLE delivery (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    delivery_id uuid NOT NULL,
    event_id uuid NOT NULL,
    type text NOT NULL,
    transaction_type text NOT NULL,
    transaction_id uuid NOT NULL,
    endpoint text NOT NULL CHECK (endpoint IN ('payin', 'payout')),
    url text NOT NULL,
    status text NOT NULL CHECK (status IN ('pending', 'delivered', 'failed', 'suspended')),
    attempts int NOT NULL DEFAULT 0,
    round_attempts int NOT NULL DEFAULT 0,
    next_attempt_at timestamptz,
    claim uuid,
    delivered_at timestamptz,
    created_at timestamptz NOT NULL,
    last_code int,
    mac bytea,
    PRIMARY KEY (organization_id, livemode, delivery_id),
    CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL)),
    CHECK ((status = 'delivered') = (delivered_at IS NOT NULL))
) WITH (fillfactor=70);
COMMENT ON COLUMN delivery.url IS 'not evidence: shown; a callback is sent to the address of its endpoint';
COMMENT ON COLUMN delivery.status IS 'not evidence: what its attempts have come to';
COMMENT ON COLUMN delivery.attempts IS 'not evidence: what its attempts have come to';
COMMENT ON COLUMN delivery.round_attempts IS 'not evidence: what its attempts have come to';
COMMENT ON COLUMN delivery.next_attempt_at IS 'not evidence: when background work looks at it next';
COMMENT ON COLUMN delivery.claim IS 'not evidence: the attempt under way';
COMMENT ON COLUMN delivery.delivered_at IS 'not evidence: what its attempts have come to';
COMMENT ON COLUMN delivery.last_code IS 'not evidence: what its attempts have come to';
-- A delivery passes every index at each of its changes. It enters this one when an attempt ends, and so only one time if that is accepted.
-- A list scans it once for each event and answer.
CREATE INDEX delivery_answer ON delivery (organization_id, livemode, type, last_code, delivery_id NULLS FIRST) WHERE last_code IS NOT NULL;
CREATE INDEX delivery_created ON delivery USING brin (created_at);
-- What is due, endpoint by endpoint, so that none of them is looked for behind the queue of another.
CREATE INDEX delivery_due ON delivery (organization_id, endpoint, next_attempt_at) WHERE status = 'pending';
CREATE INDEX delivery_failed ON delivery (livemode, delivery_id) WHERE status = 'failed';
-- What people look for: a delivery passes every index at each of its changes, so the usual ones are not in this.
CREATE INDEX delivery_stuck ON delivery (organization_id, livemode, status, delivery_id) WHERE status IN ('failed', 'suspended');
CREATE INDEX delivery_suspended ON delivery (livemode, delivery_id) WHERE status = 'suspended';
CREATE INDEX delivery_transaction ON delivery (organization_id, transaction_id);
-- What was suspended or given up before it was tried.
CREATE INDEX delivery_untried ON delivery (organization_id, livemode, type, delivery_id NULLS FIRST) WHERE last_code IS NULL AND (status IN ('failed', 'suspended'));

CREATE TABLE delivery_attempt (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    delivery_id uuid NOT NULL,
    attempt int NOT NULL CHECK (attempt > 0),
    request_id uuid NOT NULL,
    url text NOT NULL,
    status_code int,
    duration_ms int NOT NULL,
    error text,
    response_excerpt text,
    created_at timestamptz NOT NULL,
    mac bytea,
    PRIMARY KEY (organization_id, livemode, delivery_id, attempt)
);
COMMENT ON TABLE delivery_attempt IS 'unchanged: what was sent and answered';
CREATE INDEX delivery_attempt_created ON delivery_attempt USING brin (created_at);

-- A merchant sends all failed callbacks that match again. Background work does it batch by batch: position is the last delivery of the
-- previous batch, and deliveries from created_before on do not belong to it. Rows are forgotten after 30 days, as deliveries are.
CREATE TABLE redelivery (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    redelivery_id uuid NOT NULL,
    endpoint text,
    type text,
    code int,
    transaction_id uuid,
    reference text,
    transactions text,
    created_before uuid NOT NULL,
    matched bigint NOT NULL,
    started_by text NOT NULL,
    request_id text NOT NULL,
    source text NOT NULL,
    created_at timestamptz NOT NULL,
    status text NOT NULL CHECK (status IN ('running', 'completed', 'stopped')),
    "position" uuid NOT NULL,
    redelivered bigint NOT NULL CHECK (redelivered >= 0),
    due_at timestamptz,
    updated_at timestamptz NOT NULL,
    mac bytea,
    PRIMARY KEY (organization_id, livemode, redelivery_id),
    CHECK ((status = 'running') = (due_at IS NOT NULL))
);
COMMENT ON COLUMN redelivery.due_at IS 'not evidence: when background work looks at it next';
CREATE INDEX redelivery_created ON redelivery (created_at);
CREATE INDEX redelivery_due ON redelivery (due_at) WHERE due_at IS NOT NULL;
-- One at a time in each environment of an organization.
CREATE UNIQUE INDEX redelivery_running ON redelivery (organization_id, livemode) WHERE status = 'running';
