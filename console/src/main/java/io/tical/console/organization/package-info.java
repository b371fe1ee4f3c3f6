/** Organizations and what is configured for them. */
@NullMarked
package io.tical.console.organization;

import org.jspecify.annotations.NullMarked;
