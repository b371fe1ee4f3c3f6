/** Files of payments for banks, and what banks say became of them. */
@NullMarked
package io.tical.console.paymentfile;

import org.jspecify.annotations.NullMarked;
