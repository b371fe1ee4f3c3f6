/** The dashboard: its API {@code /api}, its users and sessions, and its pages. */
@NullMarked
package io.tical.server.dashboard;

import org.jspecify.annotations.NullMarked;
