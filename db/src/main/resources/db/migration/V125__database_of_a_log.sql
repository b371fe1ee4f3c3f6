-- Two states of one database can have the same system identifier and timeline: a backup or a snapshot was put back, or a dump was read.
ALTER TABLE outward_log ADD COLUMN incarnation text CHECK (length(incarnation) BETWEEN 1 AND 100);
COMMENT ON COLUMN outward_log.incarnation IS 'Of the database with which the log was last compared: when it was started, and its tables.';
