/** Money from a payer: creation, where the payer sends it, what comes of it, and its way back. */
@NullMarked
package io.tical.server.payin;

import org.jspecify.annotations.NullMarked;
