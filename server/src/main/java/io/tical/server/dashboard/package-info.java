/** The dashboard's surface {@code /api}: merchants' people, their sessions, and what they see and change there. */
@NullMarked
package io.tical.server.dashboard;

import org.jspecify.annotations.NullMarked;
