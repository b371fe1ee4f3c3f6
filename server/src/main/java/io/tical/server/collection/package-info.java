/**
 * The operator's collection accounts and the amounts reserved on them, which identify the payin of a transfer. The
 * package is independent of payins and payouts: a reservation contains only the id of its holder.
 */
@NullMarked
package io.tical.server.collection;

import org.jspecify.annotations.NullMarked;
