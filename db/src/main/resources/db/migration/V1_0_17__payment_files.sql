-- Files of payments, which people take to the bank.

-- How an account of the operator pays by files.
CREATE TABLE paying_account (
    collection_account_id uuid NOT NULL,
    format text NOT NULL,
    settings text NOT NULL,
    zone text NOT NULL,
    cut_off text,
    answer_days int NOT NULL CHECK (answer_days BETWEEN 1 AND 30),
    payments_max int NOT NULL CHECK (payments_max BETWEEN 1 AND 10000),
    active boolean NOT NULL,
    version bigint NOT NULL,
    updated_at timestamptz NOT NULL,
    mac bytea,
    PRIMARY KEY (collection_account_id)
);
COMMENT ON TABLE paying_account IS 'kept';
COMMENT ON COLUMN paying_account.cut_off IS 'the time of day until which the bank pays on the same day';

CREATE TABLE payment_file (
    payment_file_id uuid NOT NULL,
    livemode boolean NOT NULL,
    collection_account_id uuid NOT NULL,
    name text NOT NULL COLLATE "C",
    format text NOT NULL,
    settings text NOT NULL,
    zone text NOT NULL,
    currency text NOT NULL,
    execution_day date NOT NULL,
    payments int NOT NULL CHECK (payments >= 0),
    total bigint NOT NULL CHECK (total >= 0),
    status text NOT NULL CHECK (status IN ('draft', 'released', 'handed_out', 'closed', 'void', 'discarded')),
    hash text COLLATE "C" CHECK (hash ~ '^[0-9a-f]{64}$'),
    created_by text NOT NULL,
    released_by text,
    handed_out_by text,
    handed_out_at timestamptz,
    answer_by timestamptz,
    bank_entry_id uuid,
    version bigint NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    mac bytea,
    PRIMARY KEY (payment_file_id)
);
COMMENT ON TABLE payment_file IS 'kept';
COMMENT ON COLUMN payment_file.bank_entry_id IS 'the entry that debits all payments at once';
CREATE UNIQUE INDEX payment_file_name ON payment_file (name);
CREATE INDEX payment_file_kind ON payment_file (livemode, status, payment_file_id);
CREATE INDEX payment_file_account ON payment_file (collection_account_id, livemode, status);

-- A payment of a file: an attempt of a leg of a payout or a settlement.
CREATE TABLE payment_file_line (
    payment_file_id uuid NOT NULL,
    number int NOT NULL CHECK (number > 0),
    subject text NOT NULL CHECK (subject IN ('payout', 'settlement')),
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    transaction_id uuid NOT NULL,
    attempt_id uuid NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    bank_code text NOT NULL,
    account_no text NOT NULL,
    holder_name text NOT NULL,
    reference text NOT NULL COLLATE "C",
    warnings text NOT NULL,
    status text NOT NULL CHECK (status IN ('open', 'removed', 'delivered', 'failed', 'review', 'void')),
    outcome text CHECK (outcome IN ('in_process', 'succeeded', 'failed', 'operator')),
    code text,
    failure text,
    words text,
    bank_reference text,
    bank_entry_id uuid,
    updated_at timestamptz NOT NULL,
    due_at timestamptz,
    mac bytea,
    PRIMARY KEY (payment_file_id, number)
);
COMMENT ON TABLE payment_file_line IS 'kept';
COMMENT ON COLUMN payment_file_line.outcome IS 'what the bank says of it';
COMMENT ON COLUMN payment_file_line.due_at IS 'not evidence: when background work looks at it next; null if it need not';
-- An attempt is in one living file at most.
CREATE UNIQUE INDEX payment_file_line_attempt ON payment_file_line (attempt_id) WHERE status IN ('open', 'review');
CREATE UNIQUE INDEX payment_file_line_reference ON payment_file_line (reference);
CREATE INDEX payment_file_line_entry ON payment_file_line (bank_entry_id) WHERE bank_entry_id IS NOT NULL;
CREATE INDEX payment_file_line_due ON payment_file_line (due_at) WHERE due_at IS NOT NULL;

-- The bytes of a released file, or of a result, compressed, by its id.
CREATE TABLE payment_file_content (
    content_id uuid NOT NULL,
    content bytea NOT NULL,
    PRIMARY KEY (content_id)
);
COMMENT ON TABLE payment_file_content IS 'append-only: what banks were told to pay, and what they answered';

-- What a bank says of a file, as it came. It counts once it is applied.
CREATE TABLE payment_result (
    payment_result_id uuid NOT NULL,
    payment_file_id uuid NOT NULL,
    livemode boolean NOT NULL,
    name text NOT NULL,
    hash text NOT NULL COLLATE "C" CHECK (hash ~ '^[0-9a-f]{64}$'),
    status text NOT NULL CHECK (status IN ('waiting', 'applied', 'discarded')),
    received_by text NOT NULL,
    version bigint NOT NULL,
    received_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    mac bytea,
    PRIMARY KEY (payment_result_id)
);
COMMENT ON TABLE payment_result IS 'kept';
CREATE INDEX payment_result_file ON payment_result (payment_file_id, payment_result_id);
CREATE UNIQUE INDEX payment_result_hash ON payment_result (payment_file_id, hash) WHERE status <> 'discarded';
