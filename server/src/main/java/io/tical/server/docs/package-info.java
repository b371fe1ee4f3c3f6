/** The API reference: the OpenAPI document, and the pages that the build renders from it. */
@NullMarked
package io.tical.server.docs;

import org.jspecify.annotations.NullMarked;
