/** The limits that apply to a merchant's amounts now. */
@NullMarked
package io.tical.server.limit;

import org.jspecify.annotations.NullMarked;
