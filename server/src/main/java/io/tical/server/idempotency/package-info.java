/** What makes a command take effect once: idempotency records of requests, and records of commands. */
@NullMarked
package io.tical.server.idempotency;

import org.jspecify.annotations.NullMarked;
