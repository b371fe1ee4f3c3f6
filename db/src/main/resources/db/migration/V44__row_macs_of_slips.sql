-- The MACs of slips. The next migrations compute those of the rows that exist. What a verifier said is kept as it was written, which
-- jsonb does not do.
ALTER TABLE slip
    ALTER COLUMN verdict TYPE json,
    ALTER COLUMN checklist TYPE json,
    ADD COLUMN mac bytea;
COMMENT ON COLUMN slip.due_at IS 'not evidence: when background work looks at it next';
