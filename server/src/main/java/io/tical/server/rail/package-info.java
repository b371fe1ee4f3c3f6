/** The only way out of the house: the interface of the rails that carry money, and the rails themselves. */
@NullMarked
package io.tical.server.rail;

import org.jspecify.annotations.NullMarked;
