/** Requests to a local object store and their results: transactions, queries, outcomes. */
@NullMarked
package io.pando.store;

import org.jspecify.annotations.NullMarked;
