/**
 * The operator's collection accounts, into which payers pay, and the amounts reserved on them, by which a transfer is recognised.
 * It knows neither payins nor payouts: a reservation names its holder by id alone.
 */
@NullMarked
package io.tical.server.collection;

import org.jspecify.annotations.NullMarked;
