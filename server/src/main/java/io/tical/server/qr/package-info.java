/** QR codes of payments: the fields that banks' apps read, and the picture of them. */
@NullMarked
package io.tical.server.qr;

import org.jspecify.annotations.NullMarked;
