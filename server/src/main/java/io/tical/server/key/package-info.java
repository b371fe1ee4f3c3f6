/** The keys that name an object of an organization in one environment, in rows and in memory; they know no other package. */
@NullMarked
package io.tical.server.key;

import org.jspecify.annotations.NullMarked;
