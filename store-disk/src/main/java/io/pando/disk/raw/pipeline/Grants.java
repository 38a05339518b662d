package io.pando.disk.raw.pipeline;

import io.pando.disk.metadata.MetadataException;
import io.pando.disk.raw.volume.Allotment;
import io.pando.disk.raw.volume.RawVolume;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/**
 * Promises blocks to the owner's loop, and tells it how many there are. The store's thread uses it.
 */
final class Grants {
  /** Above the limits that its medium told, so much is found beforehand. */
  private static final int ALLOTMENTS_AHEAD = 2;

  private final RawVolume volume;
  private final PipelineConfig config;
  private final Answers answers;
  private Consumer<StoreItem.Grant> onGrant = _ -> {};
  private Consumer<StoreItem.Grant> onLastGrant = _ -> {};
  private Runnable onAnnounced = () -> {};

  /** Makes everything durable that was applied, so that what it released is free. */
  interface Settling {
    void settle() throws MetadataException, IOException;
  }

  Grants(RawVolume volume, PipelineConfig config, Answers answers) {
    this.volume = volume;
    this.config = config;
    this.answers = answers;
  }

  /** Who asks, on the owner's loop, and is told that some blocks are not to be counted on. */
  void onGrants(
      Consumer<StoreItem.Grant> grant, Consumer<StoreItem.Grant> last, Runnable announced) {
    onGrant = grant;
    onLastGrant = last;
    onAnnounced = announced;
  }

  /** Tells what there is without blocks that are to go back to the medium. */
  void announce(long appliedTicket) {
    StoreItem.Grant grant = told(appliedTicket, List.of(), false);
    answers.tell(() -> {
      onGrant.accept(grant);
      onAnnounced.run();
    });
  }

  /**
   * Answers who asked.
   *
   * @param appliedTicket of the last transaction that was applied
   */
  void answer(StoreItem.RoomWanted wanted, long appliedTicket, Settling settling)
      throws IOException, MetadataException {
    wanted.back().forEach(volume::giveBack);
    long blocks = wanted.placedBlocks() + wanted.loggedBlocks();
    if (wanted.urgent() && (blocks > volume.freeBlocks() || !volume.makeRoom(blocks))) {
      settling.settle();
      long most = Math.min(blocks, volume.freeBlocks());
      boolean _ = wanted.binding() ? volume.makeLastRoom(most) : volume.makeRoom(most);
    } else if (!wanted.urgent()) {
      makeRoomAhead();
    }
    boolean enough = blocks <= volume.availableBlocks();
    List<Allotment> runs =
        enough || !wanted.urgent() ? volume.allot(wanted.placedBlocks()) : List.of();
    tell(wanted, appliedTicket, runs);
  }

  /** Answers who asked that nothing can be promised, and never will be: nobody waits for it. */
  void refuse(StoreItem.RoomWanted wanted, long appliedTicket) {
    tell(wanted, new StoreItem.Grant(appliedTicket, List.of(), 0, 0, !wanted.urgent(), true));
  }

  private void tell(StoreItem.RoomWanted wanted, long appliedTicket, List<Allotment> runs) {
    tell(wanted, told(appliedTicket, runs, !wanted.urgent()));
  }

  private void tell(StoreItem.RoomWanted wanted, StoreItem.Grant grant) {
    answers.tell(() -> (wanted.urgent() ? onLastGrant : onGrant).accept(grant));
  }

  /** Tells, unasked, what there is after a batch. */
  void tell(long appliedTicket) throws IOException {
    makeRoomAhead();
    StoreItem.Grant grant = told(appliedTicket, List.of(), false);
    answers.tell(() -> onGrant.accept(grant));
  }

  private StoreItem.Grant told(long appliedTicket, List<Allotment> runs, boolean answer) {
    return new StoreItem.Grant(
        appliedTicket, runs, volume.availableBlocks(), volume.freeBlocks(), answer);
  }

  private void makeRoomAhead() throws IOException {
    long wanted = Math.min(volume.freeBlocks(), (long) ALLOTMENTS_AHEAD * config.allotmentBlocks());
    volume.growTowards(wanted);
  }
}
