/** The window around the screens: navigation, keys, the connection to the service, the operator's session. */
@NullMarked
package io.tical.console.shell;

import org.jspecify.annotations.NullMarked;
