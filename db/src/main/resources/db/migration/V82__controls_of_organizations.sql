-- The version of an organization's settings; null before the first change. A higher four-eyes threshold, or none, is not in force for
-- decisions of the operator who asked for it: they keep the earlier one.
ALTER TABLE organization
    ADD COLUMN version bigint,
    ADD COLUMN four_eyes_asked_by text,
    ADD COLUMN four_eyes_of_asker bigint;
