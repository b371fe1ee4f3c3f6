/** What banks say about the operator's accounts: files, statements, and entries, each of which exists once. */
@NullMarked
package io.tical.server.bank;

import org.jspecify.annotations.NullMarked;
