package io.pando.net.memory;

import io.pando.id.NodeId;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Memory of incomplete frames of all streams of a process. Above the limit of the process or of a
 * peer, streams that would add to it are not read; the memory that they hold stays allocated.
 *
 * <p>Reception never stalls: one stream at a time, the <em>senior</em>, is read regardless of the
 * limits, until its frame is complete, its deadline resets it, or the limits allow it to be read
 * like any other. Then the stream that has waited longest becomes the senior. A senior that is not
 * read for another reason stops being the senior, since that reason may depend on frames of other
 * streams. Frames that hold no more than {@value #FREE_BYTES} bytes do not count: heartbeats,
 * acknowledgements and small operations never wait here.
 *
 * <p>Used by all event loops; they contend only while larger frames are arriving.
 */
public final class ReceiveMemory {
  /** Memory that a frame may hold without being counted. */
  static final int FREE_BYTES = 16 << 10;

  /** Most bytes that a resumed stream adds before it is checked again. */
  private static final int READ_BYTES = 256 << 10;

  private final long maxBytes;
  private final long maxPeerBytes;
  private final Map<NodeId, Long> byPeer = new HashMap<>();
  private final Set<Claim> waiting = new LinkedHashSet<>();
  private @Nullable Claim senior;
  private volatile long bytes;

  ReceiveMemory(MemoryLimits limits) {
    this.maxBytes = limits.receiveBytes();
    this.maxPeerBytes = limits.peerIntakeBytes();
  }

  /**
   * Creates the claim of a stream, which holds no memory yet.
   *
   * @param resume called from any thread when the stream may be read again
   */
  public Claim claim(NodeId peer, Runnable resume) {
    return new Claim(peer, resume);
  }

  /** Number of bytes that count. */
  public long bytes() {
    return bytes;
  }

  /** Whether streams have to wait. */
  public boolean isFull() {
    return bytes > maxBytes;
  }

  /** Memory that a stream holds. Its methods are called on the stream's loop. */
  public final class Claim {
    private final NodeId peer;
    private final Runnable resume;
    private long held;
    private boolean willing = true;
    private volatile boolean stopped;

    private Claim(NodeId peer, Runnable resume) {
      this.peer = peer;
      this.resume = resume;
    }

    /** Whether the stream must not be read now. */
    public boolean isStopped() {
      return stopped;
    }

    /** Whether the stream's frame is a part of what is above the limit of the process or peer. */
    public boolean isOverLimit() {
      return isPartOfExcess(this);
    }

    /** Sets the bytes that the unfinished frame holds; 0 if there is no such frame. */
    public void hold(long frameBytes) {
      long now = frameBytes <= FREE_BYTES ? 0 : frameBytes;
      if (now != held) {
        change(this, now);
      }
    }

    /** Sets whether the stream would be read if there were memory. */
    public void setWilling(boolean isWilling) {
      if (isWilling != willing) {
        changeWill(this, isWilling);
      }
    }
  }

  private synchronized void change(Claim claim, long now) {
    long more = now - claim.held;
    claim.held = now;
    long all = bytes + more;
    bytes = all;
    byPeer.merge(claim.peer, more, (a, b) -> a + b == 0 ? null : a + b);
    if (now == 0) {
      end(claim);
    } else if (more > 0 && claim != senior && isOver(claim)) {
      claim.stopped = true;
      waiting.add(claim);
    }
    if (more < 0 || senior == null) {
      passOn();
    }
  }

  private synchronized void changeWill(Claim claim, boolean willing) {
    claim.willing = willing;
    if (!willing && claim == senior) {
      senior = null;
      claim.stopped = true;
      waiting.add(claim);
    }
    passOn();
  }

  private void end(Claim claim) {
    if (claim == senior) {
      senior = null;
    }
    waiting.remove(claim);
    claim.stopped = false;
  }

  private synchronized boolean isPartOfExcess(Claim claim) {
    return claim.held > 0 && isOver(claim);
  }

  private boolean isOver(Claim claim) {
    return bytes > maxBytes || byPeer.getOrDefault(claim.peer, 0L) > maxPeerBytes;
  }

  /** Resumes as many waiting streams as there is memory for, and at least one. */
  private void passOn() {
    long room = maxBytes - bytes;
    for (Claim claim : waiting.isEmpty() ? List.<Claim>of() : List.copyOf(waiting)) {
      if (room <= 0) {
        break;
      }
      if (claim.willing && !isOver(claim)) {
        room -= READ_BYTES;
        resume(claim);
      }
    }
    if (senior != null && !isOver(senior)) {
      // Others may wait for their peer's limit, and a silent senior would hold them up.
      senior = null;
    }
    if (senior == null) {
      waiting.stream()
          .filter(claim -> claim.willing)
          .findFirst()
          .ifPresent(first -> {
            senior = first;
            resume(first);
          });
    }
  }

  private void resume(Claim claim) {
    waiting.remove(claim);
    claim.stopped = false;
    claim.resume.run();
  }
}
