-- Who asked that a second factor is no longer required of a role: it stays required of them. Null while it is required, and where nobody asked.
ALTER TABLE operator_role ADD COLUMN waived_by text;
