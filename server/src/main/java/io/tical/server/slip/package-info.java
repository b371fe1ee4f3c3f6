/** Slips: upload, QR code, storage, verification and review. */
@NullMarked
package io.tical.server.slip;

import org.jspecify.annotations.NullMarked;
