-- Settlements to accounts of the organization itself, which may be in another currency.

-- How much of one currency is paid for another, as operators configured it. Null: there is no rate.
CREATE TABLE exchange_rate (
    livemode        boolean NOT NULL,
    source_currency text NOT NULL,
    target_currency text NOT NULL,
    -- An exact decimal: whole units of the target for one whole unit of the source.
    rate            text,
    version         bigint NOT NULL,
    updated_at      timestamptz NOT NULL,
    mac             bytea,
    PRIMARY KEY (livemode, source_currency, target_currency),
    CHECK (source_currency <> target_currency)
);
COMMENT ON TABLE exchange_rate IS 'kept';

-- The conversion of a settlement's net amount. conversion_id is the id of its quote, which is used once.
CREATE TABLE conversion (
    organization_id uuid NOT NULL,
    livemode        boolean NOT NULL,
    conversion_id   uuid NOT NULL,
    settlement_id   uuid NOT NULL,
    source_currency text NOT NULL,
    source_amount   bigint NOT NULL CHECK (source_amount > 0),
    currency        text NOT NULL,
    amount          bigint NOT NULL CHECK (amount > 0),
    rate            text NOT NULL,
    mac             bytea,
    PRIMARY KEY (organization_id, livemode, conversion_id),
    UNIQUE (organization_id, livemode, settlement_id),
    CHECK (source_currency <> currency)
);
COMMENT ON TABLE conversion IS 'append-only: what a settlement was quoted';

-- Which settlement a request was about: only ids that clients chose, as for payouts.
CREATE INDEX settlement_request ON settlement (organization_id, livemode, request_id)
    WHERE request_id NOT LIKE '________-____-7___-____-____________';
