/** What bounds the load that clients make: rates, requests at the same time, and queues that are fair between them. */
@NullMarked
package io.tical.server.load;

import org.jspecify.annotations.NullMarked;
