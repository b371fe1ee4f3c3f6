/** Organizations: their configuration, API keys, allowlists, brands and users. */
@NullMarked
package io.tical.server.merchant;

import org.jspecify.annotations.NullMarked;
