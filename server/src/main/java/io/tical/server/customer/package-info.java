/** A merchant's customers and their bank accounts, which are the destinations of payouts. */
@NullMarked
package io.tical.server.customer;

import org.jspecify.annotations.NullMarked;
