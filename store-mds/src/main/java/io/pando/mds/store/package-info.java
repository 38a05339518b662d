/**
 * The metadata of a rank: its tables, and how changes are carried out on them, when they are
 * decided and when they are replayed after a failure.
 */
@NullMarked
package io.pando.mds.store;

import org.jspecify.annotations.NullMarked;
