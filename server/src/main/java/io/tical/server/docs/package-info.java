/** The API reference: the OpenAPI document, and the page that is generated from it. */
@NullMarked
package io.tical.server.docs;

import org.jspecify.annotations.NullMarked;
