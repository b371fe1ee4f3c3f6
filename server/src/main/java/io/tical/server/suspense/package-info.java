/** Unallocated funds: payments that no payin accepted, claims for money that was paid out, and the operators' decisions. */
@NullMarked
package io.tical.server.suspense;

import org.jspecify.annotations.NullMarked;
