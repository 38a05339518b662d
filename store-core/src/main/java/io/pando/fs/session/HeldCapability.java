package io.pando.fs.session;

import io.pando.fs.CapabilitySet;
import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import org.jspecify.annotations.Nullable;

/**
 * What a client has and wants of an inode, as it tells the successor of a server that failed.
 *
 * @param held capabilities that it has
 * @param wanted capabilities that its open files need
 * @param directory where it saw the inode last; null for the root, or if it does not know
 * @param name the name of the inode there; null if {@code directory} is
 * @param state what it knows of a file that it writes, or wrote and told a server that may have
 *     lost it; null for others
 */
public record HeldCapability(
    Ino ino,
    CapabilitySet held,
    CapabilitySet wanted,
    @Nullable Ino directory,
    @Nullable EntryName name,
    @Nullable FileState state) {
  /** The same of a client that knows nothing that the server does not know. */
  public HeldCapability withoutState() {
    return new HeldCapability(ino, held, wanted, directory, name, null);
  }
}
