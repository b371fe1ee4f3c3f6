/** Background work: scheduler, leases and retries. */
@NullMarked
package io.tical.server.work;

import org.jspecify.annotations.NullMarked;
