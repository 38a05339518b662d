/**
 * A rank at its holder: from its journal to the service of sessions, with their connections, leases
 * and evictions. A machine.
 */
@NullMarked
package io.pando.mds.rank;

import org.jspecify.annotations.NullMarked;
