-- Sign-ins to one username from all addresses together, whether such a user exists or not. A name is SHA-256 of the surface and
-- the username. full_at is when the name has all its attempts again: each takes it a minute further, up to fifty ahead.
CREATE TABLE sign_in_guess (
    name    bytea PRIMARY KEY,
    full_at timestamptz NOT NULL
);
CREATE INDEX sign_in_guess_full ON sign_in_guess (full_at);
