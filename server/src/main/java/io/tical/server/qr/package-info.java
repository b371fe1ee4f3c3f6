/** Payment QR codes: their fields and their SVG. */
@NullMarked
package io.tical.server.qr;

import org.jspecify.annotations.NullMarked;
