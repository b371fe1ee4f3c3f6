-- When an item that is noted is to be posted: one that could not be posted is tried again later, behind the others.
ALTER TABLE suspense ADD COLUMN due_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX suspense_due ON suspense (due_at) WHERE status = 'noted';
