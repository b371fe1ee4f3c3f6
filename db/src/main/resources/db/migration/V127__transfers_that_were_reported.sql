-- A transfer that people reported, and the database forgot.
ALTER TABLE outward_case DROP CONSTRAINT outward_case_kind_check;
ALTER TABLE outward_case ADD CONSTRAINT outward_case_kind_check CHECK (kind IN ('sent', 'told', 'reported'));
