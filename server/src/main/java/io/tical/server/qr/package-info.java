/** QR codes of payments and of slips: their fields, and the SVG of payment codes. */
@NullMarked
package io.tical.server.qr;

import org.jspecify.annotations.NullMarked;
