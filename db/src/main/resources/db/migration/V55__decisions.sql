-- Who works on what, so that two operators do not work on one object. A lease ends by itself.
CREATE TABLE lease (
    organization_id uuid NOT NULL,
    livemode        boolean NOT NULL,
    object_id       uuid NOT NULL,
    operator        text NOT NULL,
    until           timestamptz NOT NULL,
    PRIMARY KEY (organization_id, livemode, object_id)
);
CREATE INDEX lease_until ON lease (until);

-- A decision above the four-eyes threshold, which another operator approves or refuses.
CREATE TABLE approval (
    organization_id uuid NOT NULL,
    livemode        boolean NOT NULL,
    approval_id     uuid NOT NULL,
    object_type     text NOT NULL,
    object_id       uuid NOT NULL,
    action          text NOT NULL,
    path            json NOT NULL,
    body            json NOT NULL,
    amount          bigint NOT NULL,
    currency        text NOT NULL,
    status          text NOT NULL CHECK (status IN ('pending', 'approved', 'done', 'failed', 'refused', 'withdrawn')),
    maker           text NOT NULL,
    request_id      text NOT NULL,
    note            text,
    checker         text,
    checked_note    text,
    failure_code    text,
    failure_message text,
    due_at          timestamptz,
    created_at      timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL,
    mac             bytea,
    PRIMARY KEY (organization_id, livemode, approval_id),
    -- Nobody approves or refuses an own decision; whoever takes it back does so alone.
    CHECK (checker IS NULL OR checker <> maker),
    CHECK (status IN ('pending', 'withdrawn') OR checker IS NOT NULL),
    UNIQUE (organization_id, livemode, object_id, maker, request_id)
);
COMMENT ON TABLE approval IS 'kept';
COMMENT ON COLUMN approval.due_at IS 'not evidence: when background work carries it out';
CREATE INDEX approval_status ON approval (status, approval_id);
CREATE UNIQUE INDEX approval_pending ON approval (organization_id, livemode, object_id) WHERE status IN ('pending', 'approved');
CREATE INDEX approval_due ON approval (due_at) WHERE status = 'approved';
