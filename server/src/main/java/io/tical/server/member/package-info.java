/** What the operations of the dashboard's users share: lists and their files, environments, and requests that take effect once. */
@NullMarked
package io.tical.server.member;

import org.jspecify.annotations.NullMarked;
