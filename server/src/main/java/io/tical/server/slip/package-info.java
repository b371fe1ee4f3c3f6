/** Transfer slips: their pictures, their QR codes, and what those who know say of them. */
@NullMarked
package io.tical.server.slip;

import org.jspecify.annotations.NullMarked;
