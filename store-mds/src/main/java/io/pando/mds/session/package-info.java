/**
 * Sessions of a rank: leases, inode numbers for new files, and which changes were answered, with
 * their rows in the session table. {@link io.pando.mds.session.Sessions} is the machine.
 */
@NullMarked
package io.pando.mds.session;

import org.jspecify.annotations.NullMarked;
