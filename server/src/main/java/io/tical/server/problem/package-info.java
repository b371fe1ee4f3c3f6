/**
 * What a rule refuses a request with. A package of its own below all others: every package throws problems, from {@code secret}
 * to {@code payout}, so none of those could hold them without a cycle. Only {@code http} knows which status each has.
 */
@NullMarked
package io.tical.server.problem;

import org.jspecify.annotations.NullMarked;
