/** The parts that screens are made of: chips, facts, tables, banners, confirmations. */
@NullMarked
package io.tical.console.part;

import org.jspecify.annotations.NullMarked;
