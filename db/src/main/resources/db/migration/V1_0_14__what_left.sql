-- What left, as the log outside the database and the database know it.

-- The logs of nodes in which what left is written down outside the database, and how far each has been compared with it.
CREATE TABLE outward_log (
    log_id uuid NOT NULL,
    records bigint NOT NULL CHECK (records >= 0),
    record_mac bytea NOT NULL CHECK (length(record_mac) = 16),
    status text NOT NULL CHECK (status IN ('open', 'closed', 'gone')),
    system_identifier bigint NOT NULL,
    timeline bigint NOT NULL,
    compared_at timestamptz NOT NULL,
    note text CHECK (length(note) >= 1 AND length(note) <= 2000),
    mac bytea NOT NULL,
    seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    incarnation text CHECK (length(incarnation) >= 1 AND length(incarnation) <= 100),
    PRIMARY KEY (log_id)
);
COMMENT ON TABLE outward_log IS 'kept: the logs, outside the database, of what left: how far each is known here.';
COMMENT ON COLUMN outward_log.records IS 'Everything up to this record of the log is in the database.';
COMMENT ON COLUMN outward_log.record_mac IS 'The MAC of that record, which says that the log is the same one.';
COMMENT ON COLUMN outward_log.system_identifier IS 'Of the database with which the log was last compared, with its timeline.';
COMMENT ON COLUMN outward_log.note IS 'Why people say that the log is gone.';
COMMENT ON COLUMN outward_log.seen_at IS 'not evidence: when its node was last at work.';
COMMENT ON COLUMN outward_log.incarnation IS 'Of the database with which the log was last compared: when it was started, and its tables.';

-- What left and is not in the database: it was lost when an earlier state of the database came back.
CREATE TABLE outward_case (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    case_id uuid NOT NULL,
    kind text NOT NULL CHECK (kind IN ('sent', 'told', 'reported')),
    subject text NOT NULL CHECK (subject IN ('payin', 'payout', 'settlement')),
    transaction_id uuid NOT NULL,
    step int NOT NULL CHECK (step >= 0),
    amount bigint NOT NULL CHECK (amount >= 0),
    currency text NOT NULL CHECK (length(currency) <= 4),
    sent_by text NOT NULL CHECK (length(sent_by) >= 1 AND length(sent_by) <= 40),
    merchant_ref text CHECK (length(merchant_ref) >= 1 AND length(merchant_ref) <= 255),
    destination bytea NOT NULL,
    log_id uuid NOT NULL,
    sent_at timestamptz NOT NULL,
    found_at timestamptz NOT NULL,
    status text NOT NULL CHECK (status IN ('open', 'adopted', 'closed')),
    adopted_by uuid,
    closed_at timestamptz,
    note text CHECK (length(note) >= 1 AND length(note) <= 2000),
    version bigint NOT NULL,
    mac bytea NOT NULL,
    PRIMARY KEY (organization_id, livemode, case_id),
    CHECK ((status = 'adopted') = (adopted_by IS NOT NULL)),
    CHECK ((status = 'open') = (closed_at IS NULL))
);
COMMENT ON TABLE outward_case IS 'kept: what left, by the log outside the database, and is not in it.';
COMMENT ON COLUMN outward_case.case_id IS 'The id of the attempt that was sent, or of the event that a merchant was told.';
COMMENT ON COLUMN outward_case.sent_by IS 'The rail of an attempt, or the type of an event.';
COMMENT ON COLUMN outward_case.destination IS 'A keyed hash of the account that was paid.';
COMMENT ON COLUMN outward_case.adopted_by IS 'The payout or settlement that has the attempt now.';
CREATE INDEX outward_case_adopted ON outward_case (organization_id, livemode, adopted_by) WHERE adopted_by IS NOT NULL;
-- Operators find cases by any of these. The indexes do not begin with the organization, which the database may have lost too.
CREATE INDEX outward_case_id ON outward_case (case_id);
CREATE INDEX outward_case_of_transaction ON outward_case (transaction_id);
CREATE INDEX outward_case_open ON outward_case (livemode, case_id) WHERE status = 'open';
CREATE INDEX outward_case_reference ON outward_case (organization_id, livemode, merchant_ref) WHERE merchant_ref IS NOT NULL;
CREATE INDEX outward_case_searched ON outward_case (merchant_ref text_pattern_ops) WHERE merchant_ref IS NOT NULL;
CREATE INDEX outward_case_transaction ON outward_case (organization_id, livemode, transaction_id);
