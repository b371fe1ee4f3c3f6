package io.tical.server.session;

/** Somebody who can sign in, with the stored hash of the password. */
public record Account<U>(U user, String passwordHash) {}
