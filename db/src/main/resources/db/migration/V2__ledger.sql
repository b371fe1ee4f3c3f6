-- Money. Every amount is an integer of minor units.

-- The live row of a merchant's money in one currency: what a posting locks. Daily payout usage lives here too, so that
-- the daily cap costs no lock of its own. last_seq numbers this wallet's transfers without a gap.
CREATE TABLE wallet (
    organization_id uuid NOT NULL,
    livemode        boolean NOT NULL,
    currency        text NOT NULL,
    available       bigint NOT NULL CHECK (available >= 0),
    held            bigint NOT NULL CHECK (held >= 0),
    in_transit      bigint NOT NULL CHECK (in_transit >= 0),
    daily_date      date,
    daily_used      bigint NOT NULL DEFAULT 0 CHECK (daily_used >= 0),
    last_seq        bigint NOT NULL DEFAULT 0,
    updated_at      timestamptz NOT NULL,
    PRIMARY KEY (organization_id, livemode, currency)
) WITH (fillfactor = 50);

-- One amount from one account to another. seq and created_at rise together within a wallet; *_after are the wallet's
-- balances after this transfer.
CREATE TABLE transfer (
    organization_id  uuid NOT NULL,
    livemode         boolean NOT NULL,
    currency         text NOT NULL,
    seq              bigint NOT NULL CHECK (seq > 0),
    transfer_id      uuid NOT NULL,
    debit            text NOT NULL,
    credit           text NOT NULL CHECK (credit <> debit),
    amount           bigint NOT NULL CHECK (amount > 0),
    operation        text NOT NULL,
    reference        uuid NOT NULL,
    available_after  bigint NOT NULL,
    held_after       bigint NOT NULL,
    in_transit_after bigint NOT NULL,
    created_at       timestamptz NOT NULL,
    PRIMARY KEY (organization_id, livemode, currency, seq)
);
COMMENT ON TABLE transfer IS 'append-only: the journal';
CREATE INDEX transfer_reference ON transfer (organization_id, livemode, reference);

-- A seal covers the transfers from_seq..to_seq of one wallet: hash = SHA-256(previous hash, their canonical bytes), and
-- mac = HMAC-SHA-256 of that hash under a key that is not in the database. The key ends in from_seq: two nodes that seal
-- at once begin at the same transfer, wherever they end, so that only one of them can extend the chain.
CREATE TABLE seal (
    organization_id uuid NOT NULL,
    livemode        boolean NOT NULL,
    currency        text NOT NULL,
    from_seq        bigint NOT NULL CHECK (from_seq > 0),
    to_seq          bigint NOT NULL CHECK (to_seq >= from_seq),
    hash            bytea NOT NULL,
    mac             bytea NOT NULL,
    sealed_at       timestamptz NOT NULL,
    PRIMARY KEY (organization_id, livemode, currency, from_seq)
);
COMMENT ON TABLE seal IS 'append-only: the hash chain over the journal';

-- The answer of every request that changed something, written in the transaction of the change.
CREATE TABLE idempotency (
    organization_id uuid NOT NULL,
    livemode        boolean NOT NULL,
    key             text COLLATE "C" NOT NULL,
    fingerprint     bytea NOT NULL,
    status          smallint NOT NULL,
    data            bytea NOT NULL,
    created_at      timestamptz NOT NULL,
    PRIMARY KEY (organization_id, livemode, key)
);
CREATE INDEX idempotency_age ON idempotency USING brin (created_at);

-- What happened to an object, one row a transition; its creation is told by the object itself.
CREATE TABLE state_change (
    organization_id uuid NOT NULL,
    livemode        boolean NOT NULL,
    object_id       uuid NOT NULL,
    change_id       uuid NOT NULL,
    object_type     text NOT NULL,
    from_status     text NOT NULL,
    to_status       text NOT NULL,
    trigger         text NOT NULL,
    actor_type      text NOT NULL CHECK (actor_type IN ('api_key', 'staff', 'system')),
    actor_id        text,
    request_id      text,
    note            text,
    created_at      timestamptz NOT NULL,
    PRIMARY KEY (organization_id, livemode, object_id, change_id)
);
COMMENT ON TABLE state_change IS 'append-only: the history of every object';
