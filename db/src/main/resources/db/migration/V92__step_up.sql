-- When the operator proved again who they are in this session, before a change of controls; null before the first time. Sessions of earlier
-- releases are ended, because their rows are not authenticated with it.
DELETE FROM operator_session;
ALTER TABLE operator_session ADD COLUMN proved_at timestamptz;

-- What administrators require of the operators of a role. A role without a row has the defaults.
CREATE TABLE operator_role (
    role                   text PRIMARY KEY CHECK (role IN ('finance', 'support', 'admin')),
    second_factor_required boolean NOT NULL,
    version                bigint NOT NULL,
    updated_at             timestamptz NOT NULL,
    mac                    bytea
);
COMMENT ON TABLE operator_role IS 'kept';
