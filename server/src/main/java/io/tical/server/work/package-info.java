/** Background work: scheduler, leases and retries; and rate limits. */
@NullMarked
package io.tical.server.work;

import org.jspecify.annotations.NullMarked;
