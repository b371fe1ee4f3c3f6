-- Operators, and decisions that need two of them.

-- The service's own staff: they belong to no organization.
CREATE TABLE operator (
    operator_id uuid NOT NULL,
    username text NOT NULL,
    role text NOT NULL CHECK (role IN ('finance', 'support', 'admin')),
    password_hash text NOT NULL,
    created_at timestamptz NOT NULL,
    mac bytea,
    disabled_at timestamptz,
    PRIMARY KEY (operator_id),
    UNIQUE (username)
);
COMMENT ON TABLE operator IS 'kept';

-- What administrators require of the operators of a role. A role without a row has the defaults.
CREATE TABLE operator_role (
    role text NOT NULL CHECK (role IN ('finance', 'support', 'admin')),
    second_factor_required boolean NOT NULL,
    version bigint NOT NULL,
    updated_at timestamptz NOT NULL,
    mac bytea,
    waived_by json NOT NULL DEFAULT '[]',
    PRIMARY KEY (role)
);
COMMENT ON TABLE operator_role IS 'kept';

-- The authenticator app of an operator.
CREATE TABLE operator_second_factor (
    operator_id uuid NOT NULL,
    secret bytea NOT NULL,
    recovery text NOT NULL,
    last_step bigint NOT NULL,
    created_at timestamptz NOT NULL,
    confirmed_at timestamptz,
    mac bytea,
    PRIMARY KEY (operator_id)
);

-- A session of an operator. The token itself is not stored.
CREATE TABLE operator_session (
    token_hash bytea NOT NULL,
    session_id uuid NOT NULL,
    operator_id uuid NOT NULL,
    source text NOT NULL,
    created_at timestamptz NOT NULL,
    last_seen_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    mac bytea,
    proved_at timestamptz,
    PRIMARY KEY (token_hash)
);
COMMENT ON COLUMN operator_session.last_seen_at IS 'not evidence: moved by requests; the session ends at expires_at';
CREATE INDEX operator_session_last_seen ON operator_session (last_seen_at);
CREATE INDEX operator_session_operator ON operator_session (operator_id);

-- A decision above the four-eyes threshold, which another operator approves or refuses.
CREATE TABLE approval (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    approval_id uuid NOT NULL,
    object_type text NOT NULL,
    object_id uuid NOT NULL,
    action text NOT NULL,
    path json NOT NULL,
    body json NOT NULL,
    amount bigint,
    currency text,
    status text NOT NULL CHECK (status IN ('pending', 'scheduled', 'approved', 'done', 'failed', 'refused', 'withdrawn')),
    maker text NOT NULL,
    request_id text NOT NULL,
    note text,
    checker text,
    checked_note text,
    failure_code text,
    failure_message text,
    due_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    mac bytea,
    grounds json NOT NULL,
    seen_version bigint,
    subject text,
    before json,
    after json,
    wait_seconds bigint,
    effective_at timestamptz,
    PRIMARY KEY (organization_id, livemode, approval_id),
    UNIQUE (organization_id, livemode, object_id, maker, request_id),
    CHECK (checker IS NULL OR checker <> maker),
    CHECK ((status IN ('pending', 'withdrawn')) OR checker IS NOT NULL),
    CONSTRAINT approval_stake CHECK ((amount IS NOT NULL AND currency IS NOT NULL) OR subject IS NOT NULL)
);
COMMENT ON TABLE approval IS 'kept';
COMMENT ON COLUMN approval.due_at IS 'not evidence: when background work carries it out';
CREATE INDEX approval_due ON approval (due_at) WHERE status IN ('scheduled', 'approved');
-- Operators search approvals by who made the decision.
CREATE INDEX approval_maker ON approval (organization_id, livemode, maker text_pattern_ops);
CREATE INDEX approval_status ON approval (status, approval_id);
CREATE INDEX approval_waiting ON approval (livemode, approval_id) WHERE status = 'pending';
CREATE UNIQUE INDEX approval_pending ON approval (organization_id, livemode, object_id) WHERE status IN ('pending', 'scheduled', 'approved');

-- Which notices an operator has acknowledged.
CREATE TABLE notice_acknowledgement (
    operator_id uuid NOT NULL,
    audit_id uuid NOT NULL,
    acknowledged_at timestamptz NOT NULL,
    mac bytea,
    PRIMARY KEY (operator_id, audit_id)
);
COMMENT ON TABLE notice_acknowledgement IS 'append-only: who has seen what';

-- Consoles read the lists again that operators look at. A node raises the marks of the lists that its transactions changed, once a second, so
-- that the tables themselves need no index of what changed.
CREATE TABLE list_mark (
    list text NOT NULL,
    livemode boolean NOT NULL,
    changes bigint NOT NULL,
    PRIMARY KEY (list, livemode)
) WITH (fillfactor=50);
COMMENT ON TABLE list_mark IS 'kept: a number for each list of operators that rises when rows of the list have changed.';
