package io.pando.client.fs.caps;

import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import io.pando.fs.session.FileState;
import io.pando.fs.session.HeldCapability;
import io.pando.probe.Probe;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a client tells a server over a new connection: what it has, and what may be lost. */
final class Claims {
  private static final CapabilitySet WRITING =
      CapabilitySet.of(Capability.WRITE, Capability.BUFFER, Capability.LAZY);

  private final SessionView view;
  private final Unproven unproven;

  Claims(SessionView view, Unproven unproven) {
    this.view = view;
    this.unproven = unproven;
  }

  /**
   * A server that fails may have lost states that it was told. Its successor is told these with the
   * rest, of files that the client does not write any more as well.
   */
  List<HeldCapability> toSuccessor(List<HeldInode> inodes) {
    Map<Ino, FileState> lost = unproven.claimAll(view.newestRenewal());
    Map<Ino, FileState> states = new LinkedHashMap<>(lost);
    for (HeldInode inode : inodes) {
      FileState state = view.stateOf(inode.ino);
      if (state != null) {
        states.put(inode.ino, state);
        if (!writes(inode)) {
          unproven.claim(inode.ino, state, view.newestRenewal());
        }
      }
    }
    return of(inodes, states);
  }

  /**
   * The same server was told again, with the number that says whether they are old, the states that
   * may be lost: {@link ClientCapabilities#repeat}. What it was told as a successor, in the claims
   * over another connection, it may not have heard.
   */
  List<HeldCapability> toTheSameServer(List<HeldInode> inodes) {
    Map<Ino, FileState> states = unproven.claimed();
    for (HeldInode inode : inodes) {
      FileState state = view.stateOf(inode.ino);
      if (state != null && writes(inode)) {
        states.put(inode.ino, state);
      }
    }
    return of(inodes, states);
  }

  private static boolean writes(HeldInode inode) {
    return !inode.held.intersection(WRITING).isEmpty();
  }

  /** What is had of inodes, and states; of other inodes, too. */
  private List<HeldCapability> of(List<HeldInode> inodes, Map<Ino, FileState> states) {
    Map<Ino, FileState> others = new LinkedHashMap<>(states);
    List<HeldCapability> all = new ArrayList<>(inodes.size());
    for (HeldInode inode : inodes) {
      all.add(claim(inode.ino, inode.held, inode.wanted(), others.remove(inode.ino)));
    }
    others.forEach((ino, state) -> {
      Probe.reached("files: a successor is told the size of a file that is closed");
      all.add(claim(ino, CapabilitySet.NONE, CapabilitySet.NONE, state));
    });
    return all;
  }

  private HeldCapability claim(
      Ino ino, CapabilitySet held, CapabilitySet wanted, @Nullable FileState state) {
    SessionView.Place place = view.placeOf(ino);
    return new HeldCapability(
        ino,
        held,
        wanted,
        place == null ? null : place.directory(),
        place == null ? null : place.name(),
        state);
  }
}
