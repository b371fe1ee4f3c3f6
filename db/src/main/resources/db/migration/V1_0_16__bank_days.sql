-- The days of the operator's accounts: what banks say about them, and that they are closed.

-- A day of an account that a statement says something about. Once it is closed, its entries do not change.
CREATE TABLE bank_day (
    bank_day_id uuid NOT NULL,
    collection_account_id uuid NOT NULL,
    livemode boolean NOT NULL,
    day date NOT NULL,
    status text NOT NULL CHECK (status IN ('open', 'closed')),
    opening bigint,
    closing bigint,
    sealed_by bigint,
    version bigint NOT NULL DEFAULT 1,
    updated_at timestamptz NOT NULL,
    mac bytea,
    PRIMARY KEY (bank_day_id),
    UNIQUE (collection_account_id, livemode, day),
    CHECK ((status = 'closed') = (sealed_by IS NOT NULL)),
    CHECK ((status = 'closed') = (opening IS NOT NULL)),
    CHECK ((status = 'closed') = (closing IS NOT NULL))
);
COMMENT ON TABLE bank_day IS 'kept';
COMMENT ON COLUMN bank_day.sealed_by IS 'the number of its seal';
CREATE INDEX bank_day_kind ON bank_day (livemode, status, day);

-- The chain of the closed days of an account. A day that is opened again is a line of its own.
CREATE TABLE bank_day_seal (
    collection_account_id uuid NOT NULL,
    livemode boolean NOT NULL,
    number bigint NOT NULL CHECK (number > 0),
    kind text NOT NULL CHECK (kind IN ('closed', 'reopened')),
    day date NOT NULL,
    until_day date NOT NULL,
    first_day date,
    ledger bigint,
    carried json NOT NULL,
    previous bytea NOT NULL,
    digest bytea NOT NULL,
    head bytea NOT NULL,
    size bigint NOT NULL CHECK (size > 0),
    made_by text NOT NULL,
    asked_by text,
    note text,
    sealed_at timestamptz NOT NULL,
    mac bytea,
    PRIMARY KEY (collection_account_id, livemode, number)
);
COMMENT ON TABLE bank_day_seal IS 'append-only: the chain of the days of banks';
COMMENT ON COLUMN bank_day_seal.first_day IS 'the first closed day of the account then; null if none is';

-- The document of a seal, compressed, in parts.
CREATE TABLE bank_day_part (
    collection_account_id uuid NOT NULL,
    livemode boolean NOT NULL,
    number bigint NOT NULL,
    part int NOT NULL CHECK (part >= 0),
    content bytea NOT NULL,
    PRIMARY KEY (collection_account_id, livemode, number, part)
);
COMMENT ON TABLE bank_day_part IS 'append-only: the documents of the days of banks';

-- What was credited and is not proved; it replaces the index of those that wait alone.
DROP INDEX payment_proof_waiting;
CREATE INDEX payment_proof_unproved ON payment_proof (collection_account_id, livemode, paid_at) WHERE status <> 'proved';
