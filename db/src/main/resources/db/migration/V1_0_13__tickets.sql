-- Tickets.

-- Issue tickets of merchants, and what operators answered. request_id is a request of the merchant, or a transaction's id. Nothing else is
-- known of most requests that were refused, so it refers to no row.
CREATE TABLE issue (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    issue_id uuid NOT NULL,
    request_id text NOT NULL COLLATE "C" CHECK (request_id ~ '^[A-Za-z0-9._-]{1,128}$'),
    transaction_type text,
    transaction_id uuid,
    issue_type text NOT NULL CHECK (issue_type IN ('payin', 'payout', 'settlement', 'refund', 'callback', 'other')),
    issue_sub_type text NOT NULL CHECK (issue_sub_type IN ('not_credited', 'wrong_amount', 'delayed', 'not_received', 'refund_requested', 'callback_missing', 'other')),
    description text,
    status text NOT NULL CHECK (status IN ('open', 'claimed', 'resolved', 'rejected', 'cancelled')),
    resolution text,
    resolved_at timestamptz,
    version bigint NOT NULL DEFAULT 1,
    updated_at timestamptz NOT NULL,
    mac bytea,
    PRIMARY KEY (organization_id, livemode, issue_id),
    CHECK ((transaction_id IS NULL) = (transaction_type IS NULL)),
    CHECK ((status IN ('resolved', 'rejected')) = (resolution IS NOT NULL)),
    CHECK ((resolution IS NULL) = (resolved_at IS NULL))
);
COMMENT ON TABLE issue IS 'kept';
-- Operators find a ticket by its id alone, and list those of all organizations.
CREATE INDEX issue_id ON issue (issue_id NULLS FIRST);
CREATE INDEX issue_kind ON issue (organization_id, livemode, status, issue_type, issue_id NULLS FIRST);
CREATE INDEX issue_kind_of_all ON issue (livemode, status, issue_type, issue_id NULLS FIRST);
CREATE INDEX issue_pending ON issue (livemode, issue_id) WHERE status IN ('open', 'claimed');
CREATE INDEX issue_request ON issue (organization_id, livemode, request_id, issue_id);
CREATE INDEX issue_transaction ON issue (organization_id, livemode, transaction_id, issue_id) WHERE transaction_id IS NOT NULL;
CREATE UNIQUE INDEX issue_live ON issue (organization_id, livemode, request_id) WHERE status IN ('open', 'claimed');

-- What operators write about a ticket: answers to the merchant, and notes among themselves.
CREATE TABLE issue_comment (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    issue_id uuid NOT NULL,
    comment_id uuid NOT NULL,
    operator text NOT NULL,
    public boolean NOT NULL,
    text text NOT NULL,
    mac bytea,
    PRIMARY KEY (organization_id, livemode, issue_id, comment_id)
);
COMMENT ON TABLE issue_comment IS 'append-only: what operators wrote about tickets';
