/** The pay host: the pay page, its API, and the consents of payers. */
@NullMarked
package io.tical.server.paypage;

import org.jspecify.annotations.NullMarked;
