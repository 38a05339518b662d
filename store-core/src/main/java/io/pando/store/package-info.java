/** What a local object store is asked and answers: transactions, queries, outcomes. */
@NullMarked
package io.pando.store;

import org.jspecify.annotations.NullMarked;
