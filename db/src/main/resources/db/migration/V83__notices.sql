-- Of changes of controls all administrators are told. subject is what such a change concerns, in words; null for all other entries of the
-- audit log. asked_by is who asked for the change that the actor approved.
ALTER TABLE audit_entry
    ADD COLUMN asked_by text,
    ADD COLUMN subject text;
CREATE INDEX audit_entry_control ON audit_entry (audit_id) WHERE subject IS NOT NULL;

-- Which of them an operator has acknowledged.
CREATE TABLE notice_acknowledgement (
    operator_id     uuid NOT NULL,
    audit_id        uuid NOT NULL,
    acknowledged_at timestamptz NOT NULL,
    mac             bytea,
    PRIMARY KEY (operator_id, audit_id)
);
COMMENT ON TABLE notice_acknowledgement IS 'append-only: who has seen what';
