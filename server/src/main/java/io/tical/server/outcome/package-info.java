/** The outcomes that rails report themselves, and whether rails can be reached. */
@NullMarked
package io.tical.server.outcome;

import org.jspecify.annotations.NullMarked;
