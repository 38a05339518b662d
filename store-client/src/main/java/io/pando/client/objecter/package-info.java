/**
 * The client's pure machine: selects the OSD for an operation, and decides when to resend it and
 * when to give it up.
 */
@NullMarked
package io.pando.client.objecter;

import org.jspecify.annotations.NullMarked;
