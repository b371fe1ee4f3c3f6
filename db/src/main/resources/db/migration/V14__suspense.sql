-- Money that came and that nobody could match with a payin. It is noted in the transaction that finds it, posted by background
-- work, and kept open until somebody says what becomes of it.
CREATE TABLE suspense (
    organization_id  uuid NOT NULL,
    livemode         boolean NOT NULL,
    suspense_id      uuid NOT NULL,
    source           text NOT NULL CHECK (source IN ('crypto', 'slip')),
    -- The payment's own name; it is noted once however often it is seen.
    reference        text COLLATE "C" NOT NULL,
    -- For which it seems to have been meant.
    payin_id         uuid NOT NULL,
    reason           text NOT NULL CHECK (reason IN ('late', 'partial', 'extra', 'closed')),
    currency         text NOT NULL,
    amount           bigint NOT NULL CHECK (amount > 0),
    status           text NOT NULL CHECK (status IN ('noted', 'open', 'matched', 'returned', 'kept')),
    matched_payin_id uuid,
    decided_by       text,
    decided_request  text,
    note             text,
    version          bigint NOT NULL DEFAULT 1,
    updated_at       timestamptz NOT NULL,
    PRIMARY KEY (organization_id, livemode, suspense_id),
    UNIQUE (organization_id, livemode, source, reference),
    CHECK ((status = 'matched') = (matched_payin_id IS NOT NULL)),
    CHECK ((status IN ('noted', 'open')) = (decided_by IS NULL))
);
-- The queue of finance, across organizations, and what background work looks for.
CREATE INDEX suspense_status ON suspense (status, suspense_id);
CREATE INDEX suspense_payin ON suspense (organization_id, livemode, payin_id);
