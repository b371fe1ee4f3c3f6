/** Slips: what an uploaded picture becomes, the code on it, where it is kept, and what those who know say of them. */
@NullMarked
package io.tical.server.slip;

import org.jspecify.annotations.NullMarked;
