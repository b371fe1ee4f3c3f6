/** Unallocated funds: payments that no payin takes, claims for money that left, and what operators decide about them. */
@NullMarked
package io.tical.server.suspense;

import org.jspecify.annotations.NullMarked;
