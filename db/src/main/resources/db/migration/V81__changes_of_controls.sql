-- Changes of controls need a second person, as decisions about money do. They have no amount, and some concern no organization:
-- their organization_id has only zeros. subject is what a change concerns, in words; before and after are the values that change.
-- effective_at is when an approved change takes effect, if it waits; until then its status is 'scheduled'.
ALTER TABLE approval
    ALTER COLUMN amount DROP NOT NULL,
    ALTER COLUMN currency DROP NOT NULL,
    ADD COLUMN seen_version bigint,
    ADD COLUMN subject text,
    ADD COLUMN before json,
    ADD COLUMN after json,
    ADD COLUMN wait_seconds bigint,
    ADD COLUMN effective_at timestamptz,
    DROP CONSTRAINT approval_status_check,
    ADD CONSTRAINT approval_status_check
        CHECK (status IN ('pending', 'scheduled', 'approved', 'done', 'failed', 'refused', 'withdrawn')),
    ADD CONSTRAINT approval_stake CHECK (amount IS NOT NULL AND currency IS NOT NULL OR subject IS NOT NULL);
DROP INDEX approval_pending;
CREATE UNIQUE INDEX approval_pending ON approval (organization_id, livemode, object_id)
    WHERE status IN ('pending', 'scheduled', 'approved');
DROP INDEX approval_due;
CREATE INDEX approval_due ON approval (due_at) WHERE status IN ('scheduled', 'approved');
