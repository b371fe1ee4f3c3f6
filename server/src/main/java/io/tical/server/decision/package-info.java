/** How operators decide: leases, four eyes, and decisions that take effect once. */
@NullMarked
package io.tical.server.decision;

import org.jspecify.annotations.NullMarked;
