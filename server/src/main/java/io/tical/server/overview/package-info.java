/** What operators see of all capabilities: the queues of what waits for them, and what a search finds. */
@NullMarked
package io.tical.server.overview;

import org.jspecify.annotations.NullMarked;
