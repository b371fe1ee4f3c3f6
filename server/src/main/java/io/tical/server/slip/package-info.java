/** Slips: what an uploaded picture becomes before anything is stored, the small code on it, and where it is kept. */
@NullMarked
package io.tical.server.slip;

import org.jspecify.annotations.NullMarked;
