/** What every capability hands to the service that runs it. */
@NullMarked
package io.tical.server.module;

import org.jspecify.annotations.NullMarked;
