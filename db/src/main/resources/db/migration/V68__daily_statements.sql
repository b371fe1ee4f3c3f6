-- The sealed statement of a day of a wallet: its head, over its transfers from_seq..to_seq and the head of the day before. A day without
-- transfers has a row only if somebody asked for it; its head follows from the day before. The key ends in number: two nodes that seal at
-- once go on from the same statement, whatever they seal, so that only one of them can extend the chain.
CREATE TABLE daily_statement (
    organization_id uuid NOT NULL,
    livemode        boolean NOT NULL,
    currency        text NOT NULL,
    number          bigint NOT NULL CHECK (number > 0),
    day             date NOT NULL,
    from_seq        bigint NOT NULL CHECK (from_seq > 0),
    to_seq          bigint NOT NULL CHECK (to_seq >= from_seq - 1),
    head            bytea NOT NULL CHECK (length(head) = 32),
    sealed_at       timestamptz NOT NULL,
    mac             bytea,
    PRIMARY KEY (organization_id, livemode, currency, number),
    UNIQUE (organization_id, livemode, currency, day)
);
COMMENT ON TABLE daily_statement IS 'append-only';
COMMENT ON COLUMN daily_statement.day IS 'in UTC';
