-- Slips that payers upload, and what verifiers say of them.

-- Slips: what was uploaded, what became of it, and which transfers have paid a payin. What a payin never changes is copied, so
-- that the queue of finance is read from one table.
CREATE TABLE slip (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    slip_id uuid NOT NULL,
    payin_id uuid NOT NULL,
    number int NOT NULL CHECK (number >= 1 AND number <= 10),
    source text NOT NULL CHECK (source IN ('api', 'pay_page')),
    late boolean NOT NULL,
    merchant_ref text NOT NULL COLLATE "C",
    amount bigint NOT NULL CHECK (amount > 0),
    currency text NOT NULL,
    channel text NOT NULL,
    width int NOT NULL,
    height int NOT NULL,
    picture_hash text NOT NULL,
    picture_bands int[] NOT NULL,
    qr_payload text,
    request_id text NOT NULL,
    status text NOT NULL CHECK (status IN ('pending', 'accepted', 'rejected')),
    stage text CHECK (stage IN ('checking', 'waiting', 'review', 'confirming')),
    asked int NOT NULL DEFAULT 0,
    due_at timestamptz,
    verdict json,
    checklist json NOT NULL,
    sending_bank text,
    reference text COLLATE "C",
    paid bigint CHECK (paid > 0),
    reason text,
    note text,
    decided_by text,
    decided_request text,
    decided_at timestamptz,
    review_at timestamptz,
    version bigint NOT NULL DEFAULT 1,
    updated_at timestamptz NOT NULL,
    mac bytea,
    picture_sha256 text NOT NULL,
    PRIMARY KEY (organization_id, livemode, slip_id),
    UNIQUE (organization_id, livemode, payin_id, number),
    CHECK ((status = 'pending') = (stage IS NOT NULL))
) WITH (fillfactor=70);
COMMENT ON TABLE slip IS 'kept';
COMMENT ON COLUMN slip.due_at IS 'not evidence: when background work looks at it next';
CREATE INDEX slip_bands ON slip USING gin (picture_bands);
-- What the background work looks for; a claim moves due_at into the future, which is its lease.
CREATE INDEX slip_due ON slip (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX slip_merchant_ref ON slip (merchant_ref, slip_id);
-- Operators look for the slips of a payin, whosever it is.
CREATE INDEX slip_payin ON slip (payin_id);
-- What waits for operators, in all organizations: how many there are, the oldest, and the newest ones. Few rows are in these indexes, and the
-- conditions are on columns that other indexes have, so that a row that is in none of them costs its writer nothing.
CREATE INDEX slip_queue ON slip (livemode, slip_id) WHERE status = 'pending' AND stage <> 'checking';
CREATE INDEX slip_request ON slip (organization_id, livemode, request_id) WHERE request_id NOT LIKE '________-____-7___-____-____________';
-- The queue of finance, across organizations.
CREATE INDEX slip_status ON slip (status, slip_id);
-- Earlier uses of a transfer, and of a picture: two that differ in at most ten bits have one of eleven bands in common.
CREATE INDEX slip_transfer ON slip (reference) WHERE reference IS NOT NULL;

-- Pictures of slips, where no directory is set for them. They are compressed already.
CREATE TABLE slip_image (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    slip_id uuid NOT NULL,
    file bytea NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, livemode, slip_id)
);
ALTER TABLE slip_image ALTER COLUMN file SET STORAGE EXTERNAL;

-- How often a merchant asked about a transfer. It has no facts of it and stays: a slip that comes back after a year is still a repeated one.
CREATE TABLE slip_seen (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    reference text NOT NULL,
    sending_bank text NOT NULL,
    times bigint NOT NULL CHECK (times > 0),
    first_at timestamptz NOT NULL,
    last_at timestamptz NOT NULL,
    mac bytea,
    PRIMARY KEY (organization_id, livemode, reference, sending_bank)
);
COMMENT ON TABLE slip_seen IS 'kept';

-- Transfers that have paid a payin. The key is what two payins cannot both have, whosever they are.
CREATE TABLE slip_reference (
    reference text NOT NULL COLLATE "C",
    sending_bank text NOT NULL,
    livemode boolean NOT NULL,
    organization_id uuid NOT NULL,
    payin_id uuid NOT NULL,
    slip_id uuid,
    taken_at timestamptz NOT NULL,
    mac bytea,
    PRIMARY KEY (reference, sending_bank, livemode)
);
COMMENT ON TABLE slip_reference IS 'unchanged: a claim is made, and released';
COMMENT ON COLUMN slip_reference.taken_at IS 'not evidence: the history of the slip tells when';
-- People type references with spaces and in either case.
CREATE INDEX slip_reference_compared ON slip_reference (upper(regexp_replace(reference, '\s', '', 'g')), livemode);

-- The last answer about a transfer. Only transfers that happened are kept; the rows go when they are a day old.
CREATE TABLE slip_verification (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    reference text NOT NULL,
    sending_bank text NOT NULL,
    qr_hash bytea NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    currency text NOT NULL,
    transferred_at timestamptz,
    sender_account text,
    sender_name text,
    receiver_bank text,
    receiver_account text,
    receiver_name text,
    verified_at timestamptz NOT NULL,
    mac bytea,
    PRIMARY KEY (organization_id, livemode, reference, sending_bank)
);
CREATE INDEX slip_verification_qr ON slip_verification (organization_id, livemode, qr_hash);
CREATE INDEX slip_verification_verified ON slip_verification USING brin (verified_at);
