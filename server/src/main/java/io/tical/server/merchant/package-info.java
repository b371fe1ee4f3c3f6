/** Organizations: their configuration, API keys, allowlists, callback endpoints and users. */
@NullMarked
package io.tical.server.merchant;

import org.jspecify.annotations.NullMarked;
