/** What every surface needs once: envelope, problems, request ids, paging, the gate, and idempotency. */
@NullMarked
package io.tical.server.http;

import org.jspecify.annotations.NullMarked;
