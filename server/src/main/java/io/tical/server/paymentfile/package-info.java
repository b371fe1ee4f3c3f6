/** Files of payments: what staff would transfer by hand, many at a time, and what the bank says became of it. */
@NullMarked
package io.tical.server.paymentfile;

import org.jspecify.annotations.NullMarked;
