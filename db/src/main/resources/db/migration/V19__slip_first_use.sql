-- Which slip was the first to pay with a reference, whichever bank it is said to be of: verifiers do not agree on how they name the
-- bank of a wallet. The service pays by itself only with a reference that nobody has used; a person may decide that the same
-- reference of another bank is another transfer, which has a row in slip_reference and none here.
CREATE TABLE slip_first_use (
    reference       text COLLATE "C" NOT NULL,
    livemode        boolean NOT NULL,
    organization_id uuid NOT NULL,
    payin_id        uuid NOT NULL,
    slip_id         uuid NOT NULL,
    PRIMARY KEY (reference, livemode)
);

INSERT INTO slip_first_use (reference, livemode, organization_id, payin_id, slip_id)
SELECT DISTINCT ON (reference, livemode) reference, livemode, organization_id, payin_id, slip_id
FROM slip_reference ORDER BY reference, livemode, taken_at;
