package io.tical.server.session;

/** A user who can sign in, with the stored password hash. */
public record Account<U>(U user, String passwordHash) {}
