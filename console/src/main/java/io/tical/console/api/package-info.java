/** The operators' API of a service, over HTTP. Nothing here knows JavaFX; every call blocks. */
@NullMarked
package io.tical.console.api;

import org.jspecify.annotations.NullMarked;
