-- What banks say about the operator's accounts.

-- A file of a bank, as it came. Its bytes are in bank_file_part.
CREATE TABLE bank_file (
    bank_file_id uuid NOT NULL,
    livemode boolean NOT NULL,
    name text NOT NULL,
    size bigint NOT NULL CHECK (size > 0),
    hash text NOT NULL COLLATE "C" CHECK (hash ~ '^[0-9a-f]{64}$'),
    origin text NOT NULL CHECK (origin IN ('operator', 'inbox', 'notified', 'simulator')),
    received_by text NOT NULL,
    collection_account_id uuid,
    profile text,
    credits bigint,
    currency text,
    status text NOT NULL CHECK (status IN ('waiting', 'imported', 'undone', 'discarded')),
    version bigint NOT NULL DEFAULT 1,
    received_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    mac bytea,
    PRIMARY KEY (bank_file_id)
);
COMMENT ON TABLE bank_file IS 'kept';
CREATE INDEX bank_file_kind ON bank_file (livemode, status, bank_file_id);
-- The same bytes wait or count once.
CREATE UNIQUE INDEX bank_file_hash ON bank_file (livemode, hash) WHERE status IN ('waiting', 'imported');

-- The bytes of a file, compressed, in parts.
CREATE TABLE bank_file_part (
    bank_file_id uuid NOT NULL,
    part int NOT NULL CHECK (part >= 0),
    content bytea NOT NULL,
    PRIMARY KEY (bank_file_id, part)
);
COMMENT ON TABLE bank_file_part IS 'append-only: the files of banks';

-- A statement of an imported file. It counts while its file does.
CREATE TABLE bank_statement (
    bank_statement_id uuid NOT NULL,
    bank_file_id uuid NOT NULL,
    collection_account_id uuid NOT NULL,
    livemode boolean NOT NULL,
    kind text NOT NULL CHECK (kind IN ('final', 'intraday', 'notification')),
    format text NOT NULL,
    name text NOT NULL,
    page int NOT NULL,
    page_until int NOT NULL,
    last_page boolean NOT NULL,
    from_day date,
    to_day date,
    opening bigint,
    closing bigint,
    proof text NOT NULL CHECK (proof IN ('proved', 'chain', 'sums', 'none')),
    entries bigint NOT NULL,
    new_entries bigint NOT NULL,
    complete_from date,
    complete_until date,
    pages text,
    mac bytea,
    PRIMARY KEY (bank_statement_id)
);
COMMENT ON TABLE bank_statement IS 'append-only: what banks said about accounts';
COMMENT ON COLUMN bank_statement.name IS 'what its pages have in common';
COMMENT ON COLUMN bank_statement.page_until IS 'the last page that the file has';
COMMENT ON COLUMN bank_statement.complete_until IS 'the last day of which nothing can be missing';
COMMENT ON COLUMN bank_statement.pages IS 'the ids of all pages of which nothing can be missing together; null for a single one';
CREATE INDEX bank_statement_account ON bank_statement (collection_account_id, livemode, to_day);
CREATE INDEX bank_statement_file ON bank_statement (bank_file_id);
CREATE INDEX bank_statement_name ON bank_statement (collection_account_id, livemode, name);

-- A movement on an account, once, whichever statements say it.
CREATE TABLE bank_entry (
    bank_entry_id uuid NOT NULL,
    collection_account_id uuid NOT NULL,
    livemode boolean NOT NULL,
    bank_file_id uuid NOT NULL,
    currency text NOT NULL,
    booked date NOT NULL,
    booked_time text,
    value_day date,
    amount bigint NOT NULL CHECK (amount <> 0),
    reversal boolean NOT NULL,
    code text,
    party_name text,
    party_account text,
    party_bank text,
    text text NOT NULL,
    end_to_end text,
    bank_reference text,
    return_reason text,
    hint text NOT NULL CHECK (hint IN ('none', 'fee', 'interest', 'return')),
    details text,
    status text NOT NULL CHECK (status IN ('open', 'matched', 'allocated', 'reversed', 'ignored', 'undone')),
    reason text,
    matched_type text CHECK (matched_type IN ('payin', 'payout', 'settlement', 'payment_file', 'payin_refund', 'suspense')),
    matched_organization uuid,
    matched_id uuid,
    decided_by text,
    version bigint NOT NULL DEFAULT 1,
    updated_at timestamptz NOT NULL,
    due_at timestamptz DEFAULT now(),
    mac bytea,
    PRIMARY KEY (bank_entry_id),
    CHECK ((matched_type IS NULL) = (matched_id IS NULL)),
    CHECK ((matched_type IS NULL) = (matched_organization IS NULL))
);
COMMENT ON TABLE bank_entry IS 'kept';
COMMENT ON COLUMN bank_entry.due_at IS 'not evidence: when background work looks at it next; null if it need not';
CREATE INDEX bank_entry_same ON bank_entry (collection_account_id, livemode, booked, amount);
CREATE INDEX bank_entry_due ON bank_entry (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX bank_entry_file ON bank_entry (bank_file_id);
CREATE INDEX bank_entry_open ON bank_entry (livemode, bank_entry_id) WHERE status = 'open';
-- Money that left and that nobody explained, beside many open entries of money that came.
CREATE INDEX bank_entry_open_debit ON bank_entry (livemode, bank_entry_id) WHERE status = 'open' AND amount < 0;
CREATE INDEX bank_entry_kind ON bank_entry (livemode, status, bank_entry_id);
-- A payin is paid by one entry.
CREATE UNIQUE INDEX bank_entry_payin ON bank_entry (matched_organization, livemode, matched_id) WHERE matched_type = 'payin';

-- How a statement says an entry.
CREATE TABLE bank_sighting (
    bank_entry_id uuid NOT NULL,
    bank_statement_id uuid NOT NULL,
    position int NOT NULL CHECK (position > 0),
    format text NOT NULL,
    statement_name text NOT NULL,
    page int NOT NULL,
    bank_reference text,
    end_to_end text,
    customer_reference text,
    balance_after bigint,
    booked_time text,
    text text NOT NULL,
    mac bytea,
    PRIMARY KEY (bank_entry_id, bank_statement_id)
);
COMMENT ON TABLE bank_sighting IS 'append-only: which statements say an entry';
CREATE INDEX bank_sighting_statement ON bank_sighting (bank_statement_id);

-- Whether a statement proves that the money of a payin came. Written with the payment; a payin without one was not paid on an account of the
-- operator.
CREATE TABLE payment_proof (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    payin_id uuid NOT NULL,
    collection_account_id uuid NOT NULL,
    currency text NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    paid_at timestamptz NOT NULL,
    verified boolean NOT NULL,
    status text NOT NULL CHECK (status IN ('waiting', 'proved', 'missing', 'explained')),
    bank_entry_id uuid,
    wait_until timestamptz,
    decided_by text,
    note text,
    version bigint NOT NULL DEFAULT 1,
    updated_at timestamptz NOT NULL,
    due_at timestamptz,
    mac bytea,
    PRIMARY KEY (organization_id, livemode, payin_id),
    CHECK ((status = 'proved') = (bank_entry_id IS NOT NULL))
);
COMMENT ON TABLE payment_proof IS 'kept';
COMMENT ON COLUMN payment_proof.verified IS 'whether the service found the payment, by a slip that a verifier confirmed or by an entry; otherwise a person said it';
COMMENT ON COLUMN payment_proof.due_at IS 'not evidence: when background work looks at it next; null if it need not';
CREATE INDEX payment_proof_due ON payment_proof (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX payment_proof_id ON payment_proof (payin_id);
CREATE INDEX payment_proof_kind ON payment_proof (livemode, status, payin_id);
CREATE INDEX payment_proof_waiting ON payment_proof (collection_account_id, livemode, paid_at) WHERE status = 'waiting';
CREATE INDEX payment_proof_missing ON payment_proof (livemode, payin_id) WHERE status = 'missing';

-- A layout of tables that an operator made: a row for each version. Its id is made of its name, so that a name has one layout for ever.
CREATE TABLE bank_profile (
    bank_profile_id uuid NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    name text NOT NULL,
    definition text NOT NULL,
    status text NOT NULL CHECK (status IN ('active', 'retired')),
    bank_file_id uuid NOT NULL,
    changed_by text NOT NULL,
    changed_at timestamptz NOT NULL,
    mac bytea,
    PRIMARY KEY (bank_profile_id, version)
);
COMMENT ON TABLE bank_profile IS 'append-only: how files of banks were read';
COMMENT ON COLUMN bank_profile.bank_file_id IS 'the file on which this version was tried';
