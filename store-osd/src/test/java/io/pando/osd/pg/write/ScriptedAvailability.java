package io.pando.osd.pg.write;

import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.ObjectMessage;
import io.pando.port.Peer;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What recovery and clients are to operations: says what a test has it say, and notes what it
 * hears.
 */
final class ScriptedAvailability implements Availability, Backpressure {
  final SortedSet<ObjectId> missing = new TreeSet<>();
  final SortedSet<ObjectId> heldUp = new TreeSet<>();
  final SortedSet<ObjectId> lost = new TreeSet<>();
  final SortedSet<MemberId> without = new TreeSet<>();
  @Nullable Version lostElsewhere;
  private final List<String> heard = new ArrayList<>();
  private final List<ObjectMessage.Operate> early = new ArrayList<>();

  /** What it heard since it was asked last. */
  List<String> heard() {
    List<String> taken = List.copyOf(heard);
    heard.clear();
    return taken;
  }

  /** Requests that came, or were found to have come, before those they follow. */
  List<ObjectMessage.Operate> early() {
    List<ObjectMessage.Operate> taken = List.copyOf(early);
    early.clear();
    return taken;
  }

  @Override
  public boolean isReadable(ObjectId object) {
    return !missing.contains(object);
  }

  @Override
  public boolean isWritable(ObjectId object) {
    return isReadable(object) && !heldUp.contains(object);
  }

  @Override
  public boolean isLost(ObjectId object) {
    return lost.contains(object);
  }

  @Override
  public long lostBytes(ObjectId object) {
    return 0;
  }

  @Override
  public @Nullable Version lostElsewhere(ObjectId object) {
    return lostElsewhere;
  }

  @Override
  public boolean isSought(ObjectId object) {
    return !lost.contains(object);
  }

  @Override
  public @Nullable String lossObjection(ObjectId object) {
    return lost.contains(object) ? null : object.name() + " is not lost";
  }

  @Override
  public void readOlder(ObjectId object, Consumer<OlderVersion> then) {
    then.accept(OlderVersion.NONE);
  }

  @Override
  public void onReplacing(ObjectId object) {
    heard.add("replacing " + object.name());
    lost.remove(object);
  }

  @Override
  public void onChanged(ObjectId object, Version version) {
    heard.add("changed " + object.name() + " " + version);
  }

  @Override
  public void prioritize(ObjectId object) {
    heard.add("hurry " + object.name());
  }

  @Override
  public void onDamaged(ObjectId object, String what) {
    heard.add("damaged " + object.name() + ": " + what);
    missing.add(object);
  }

  @Override
  public SortedSet<MemberId> notBackfilled(ObjectId object) {
    return without;
  }

  @Override
  public void hold(Peer client, ObjectMessage.Operate request) {
    heard.add("hold " + client.node() + " " + request.id());
  }

  @Override
  public void refuseEarly(Peer client, ObjectMessage.Operate request) {
    heard.add("early " + client.node() + " " + request.id() + " " + request.attempt());
    early.add(request);
  }

  @Override
  public void release(ObjectId object) {
    heard.add("release " + object.name());
  }
}
