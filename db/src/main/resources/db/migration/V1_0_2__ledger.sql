-- Money. Every amount is an integer of minor units.

-- The live row of a merchant's money in one currency: what a posting locks. Daily payout usage lives here too, so that
-- the daily cap costs no lock of its own. last_seq numbers this wallet's transfers without a gap.
CREATE TABLE wallet (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    currency text NOT NULL,
    available bigint NOT NULL CHECK (available >= 0),
    held bigint NOT NULL CHECK (held >= 0),
    in_transit bigint NOT NULL CHECK (in_transit >= 0),
    daily_date date,
    daily_used bigint NOT NULL DEFAULT 0 CHECK (daily_used >= 0),
    last_seq bigint NOT NULL DEFAULT 0,
    updated_at timestamptz NOT NULL,
    mac bytea,
    PRIMARY KEY (organization_id, livemode, currency)
) WITH (fillfactor=50);
COMMENT ON TABLE wallet IS 'kept';

-- One amount from one account to another. seq and created_at rise together within a wallet; *_after are the wallet's
-- balances after this transfer.
CREATE TABLE transfer (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    currency text NOT NULL,
    seq bigint NOT NULL CHECK (seq > 0),
    transfer_id uuid NOT NULL,
    debit text NOT NULL,
    credit text NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    operation text NOT NULL,
    reference uuid NOT NULL,
    available_after bigint NOT NULL,
    held_after bigint NOT NULL,
    in_transit_after bigint NOT NULL,
    created_at timestamptz NOT NULL,
    mac bytea,
    changes bytea,
    PRIMARY KEY (organization_id, livemode, currency, seq),
    CHECK (credit <> debit)
);
ALTER TABLE transfer ALTER COLUMN changes SET STORAGE EXTERNAL;
COMMENT ON TABLE transfer IS 'append-only: the journal';
CREATE INDEX transfer_reference ON transfer (organization_id, livemode, reference);

-- A seal covers the transfers from_seq..to_seq of one wallet: hash = SHA-256(previous hash, their canonical bytes), and
-- mac = HMAC-SHA-256 of that hash under a key that is not in the database. The key ends in from_seq: two nodes that seal
-- at once begin at the same transfer, wherever they end, so that only one of them can extend the chain.
CREATE TABLE seal (
    organization_id uuid NOT NULL,
    livemode boolean NOT NULL,
    currency text NOT NULL,
    from_seq bigint NOT NULL CHECK (from_seq > 0),
    to_seq bigint NOT NULL,
    hash bytea NOT NULL,
    mac bytea NOT NULL,
    sealed_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, livemode, currency, from_seq),
    CHECK (to_seq >= from_seq)
);
COMMENT ON TABLE seal IS 'append-only: the hash chain over the journal';

CREATE TABLE journal (
    chain uuid NOT NULL,
    number bigint NOT NULL CHECK (number > 0),
    previous bytea NOT NULL,
    changes bytea NOT NULL,
    mac bytea NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (chain, number)
);
ALTER TABLE journal ALTER COLUMN changes SET STORAGE EXTERNAL;
COMMENT ON TABLE journal IS 'append-only';
COMMENT ON COLUMN journal.previous IS 'the MAC of the row before it in its chain; empty in the first';
COMMENT ON COLUMN journal.changes IS 'which rows were written, and what their MACs were before and after';
COMMENT ON COLUMN journal.created_at IS 'by the clock of the node, for people who look for a row';
