/** The settings of the service. */
@NullMarked
package io.tical.server.config;

import org.jspecify.annotations.NullMarked;
