package io.pando.disk.raw.pipeline.apply;

import io.pando.disk.metadata.MetadataException;
import io.pando.disk.raw.pipeline.worker.PipelineConfig;
import io.pando.disk.raw.volume.GrantedExtent;
import io.pando.disk.raw.volume.RawVolume;
import io.pando.disk.serve.Answers;
import io.pando.port.ObjectStore.Usage;
import io.pando.probe.Probe;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Promises blocks to the owner's loop, and reports how many there are. Blocks that are to go back
 * to the medium are announced first, and given back when the loop no longer counts on them. The
 * store's thread uses it.
 */
final class BlockGrants {
  /** Multiple of the extent size for which space is reserved in advance. */
  private static final int ALLOTMENTS_AHEAD = 2;

  private final RawVolume volume;
  private final PipelineConfig config;
  private final Answers answers;
  private final AtomicBoolean checkRequested = new AtomicBoolean();
  private volatile Usage usage;
  private Consumer<StoreItem.Grant> onGrant = _ -> {};
  private Consumer<StoreItem.Grant> onUrgentGrant = _ -> {};
  private Runnable onAnnounced = () -> {};

  /** Whether announced blocks are being given back to the medium. */
  private boolean discarding;

  /** Makes everything applied durable, so that the blocks it released become free. */
  interface Settling {
    void settle() throws MetadataException, IOException;
  }

  BlockGrants(RawVolume volume, PipelineConfig config, Answers answers) {
    this.volume = volume;
    this.config = config;
    this.answers = answers;
    this.usage = volume.usage();
  }

  /** Space usage of the store. From any thread. */
  Usage usage() {
    return usage;
  }

  void updateUsage() {
    usage = volume.usage();
  }

  /** Requests a check of the medium's space; false if it is requested already. From any thread. */
  boolean requestCheck() {
    return checkRequested.compareAndSet(false, true);
  }

  /** Checks the space of the medium. */
  void checkSpace() throws IOException {
    checkRequested.set(false);
    usage = volume.look();
  }

  /**
   * Sets the receivers on the owner's loop: of grants, of last grants, and of announcements that
   * some blocks do not count as available.
   */
  void onGrants(
      Consumer<StoreItem.Grant> grant, Consumer<StoreItem.Grant> last, Runnable announced) {
    onGrant = grant;
    onUrgentGrant = last;
    onAnnounced = announced;
  }

  /** Announces unwanted blocks, and reports the available space without them. */
  void announceUnwanted(long appliedTicket) {
    if (discarding || !volume.announceUnwanted()) {
      return;
    }
    Probe.reached("raw: free blocks go back to the medium");
    StoreItem.Grant grant = grant(appliedTicket, List.of(), false);
    answers.execute(() -> {
      onGrant.accept(grant);
      onAnnounced.run();
    });
  }

  void beginDiscarding() {
    discarding = true;
  }

  boolean isDiscarding() {
    return discarding;
  }

  /** Gives a part of the announced blocks back to the medium. */
  void discard() throws IOException {
    if (discarding) {
      volume.discard();
      discarding = volume.hasAnnounced();
    }
  }

  void stopDiscarding() {
    discarding = false;
  }

  /**
   * Answers a request for space.
   *
   * @param appliedTicket ticket of the last applied transaction
   */
  void answer(StoreItem.SpaceRequest needed, long appliedTicket, Settling settling)
      throws IOException, MetadataException {
    needed.back().forEach(volume::giveBack);
    long blocks = needed.placedBlocks() + needed.loggedBlocks();
    if (needed.urgent() && (blocks > volume.freeBlocks() || !volume.reserve(blocks))) {
      settling.settle();
      long most = Math.min(blocks, volume.freeBlocks());
      boolean _ = needed.binding() ? volume.reservePromised(most) : volume.reserve(most);
    } else if (!needed.urgent()) {
      reserveAhead();
    }
    boolean enough = blocks <= volume.availableBlocks();
    List<GrantedExtent> runs =
        enough || !needed.urgent() ? volume.allot(needed.placedBlocks()) : List.of();
    tell(needed, appliedTicket, runs);
  }

  /** Answers a request: nothing can be promised, now or later, and requesters must not wait. */
  void refuse(StoreItem.SpaceRequest needed, long appliedTicket) {
    tell(needed, new StoreItem.Grant(appliedTicket, List.of(), 0, 0, !needed.urgent(), true));
  }

  private void tell(StoreItem.SpaceRequest needed, long appliedTicket, List<GrantedExtent> runs) {
    tell(needed, grant(appliedTicket, runs, !needed.urgent()));
  }

  private void tell(StoreItem.SpaceRequest needed, StoreItem.Grant grant) {
    answers.execute(() -> (needed.urgent() ? onUrgentGrant : onGrant).accept(grant));
  }

  /** Reports the available space after a batch, without a request. */
  void tell(long appliedTicket) throws IOException {
    reserveAhead();
    StoreItem.Grant grant = grant(appliedTicket, List.of(), false);
    answers.execute(() -> onGrant.accept(grant));
  }

  private StoreItem.Grant grant(long appliedTicket, List<GrantedExtent> runs, boolean answer) {
    return new StoreItem.Grant(
        appliedTicket, runs, volume.availableBlocks(), volume.freeBlocks(), answer);
  }

  private void reserveAhead() throws IOException {
    long wanted = Math.min(volume.freeBlocks(), (long) ALLOTMENTS_AHEAD * config.allotmentBlocks());
    volume.growTowards(wanted);
  }
}
