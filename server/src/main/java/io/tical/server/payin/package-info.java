/** Payins: creation, confirmation of the payment, expiry and refund. */
@NullMarked
package io.tical.server.payin;

import org.jspecify.annotations.NullMarked;
