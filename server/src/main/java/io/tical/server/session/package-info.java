/** Signing in: passwords, sessions, lockout and known devices, shared by every surface that people sign in to. */
@NullMarked
package io.tical.server.session;

import org.jspecify.annotations.NullMarked;
