/** Background work: scheduler, leases and retries; and rate limits and queues that are fair between clients. */
@NullMarked
package io.tical.server.work;

import org.jspecify.annotations.NullMarked;
