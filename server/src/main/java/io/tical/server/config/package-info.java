/** Each setting once: its name, default, unit, range and reason. */
@NullMarked
package io.tical.server.config;

import org.jspecify.annotations.NullMarked;
