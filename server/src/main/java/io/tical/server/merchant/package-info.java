/** Organizations, the rules they are under, and who may act for them: keys, allowlists, endpoints, users, operators. */
@NullMarked
package io.tical.server.merchant;

import org.jspecify.annotations.NullMarked;
