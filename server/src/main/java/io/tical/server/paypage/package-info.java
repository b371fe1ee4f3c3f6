/** The pay host: the page that a payer is sent to, and what that page asks of the service. */
@NullMarked
package io.tical.server.paypage;

import org.jspecify.annotations.NullMarked;
