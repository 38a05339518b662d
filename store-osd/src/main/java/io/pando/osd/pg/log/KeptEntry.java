package io.pando.osd.pg.log;

import io.pando.group.ChangedRows;
import io.pando.group.IndexEntry;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.op.OpResult;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A log entry in compact form: one object and one array, where a {@link LogEntry} is seven objects.
 * A daemon keeps more than a hundred thousand of them for a while, and every garbage collection
 * follows their references.
 */
final class KeptEntry {
  private final long epoch;
  private final long counter;
  private final long priorEpoch;
  private final long priorCounter;
  private final long client;
  private final long sequence;
  private final int hash;
  private final LogEntry.Kind kind;
  private final byte[] name;
  private final List<OpResult> results;
  private final @Nullable ChangedRows changed;

  KeptEntry(LogEntry entry) {
    this.epoch = entry.version().epoch();
    this.counter = entry.version().counter();
    this.priorEpoch = entry.prior().epoch();
    this.priorCounter = entry.prior().counter();
    this.client = entry.request().client();
    this.sequence = entry.request().sequence();
    this.hash = entry.object().hash();
    this.kind = entry.kind();
    this.name = entry.object().name().getBytes(StandardCharsets.UTF_8);
    this.results = entry.results();
    this.changed = entry.changed();
  }

  /** The entry as a new {@link LogEntry}. */
  LogEntry entry() {
    return new LogEntry(
        version(),
        new Version(priorEpoch, priorCounter),
        new ObjectId(hash, new String(name, StandardCharsets.UTF_8)),
        kind,
        new LogEntry.Answer(new RequestId(client, sequence), results),
        changed);
  }

  /** The entry for a version index. */
  IndexEntry indexEntry() {
    return new IndexEntry(
        version(),
        new ObjectId(hash, new String(name, StandardCharsets.UTF_8)),
        kind == LogEntry.Kind.MODIFY);
  }

  Version version() {
    return new Version(epoch, counter);
  }

  /** As {@link LogEntry#touchesObject}. */
  boolean touchesObject() {
    return kind.touchesObject();
  }

  /** As {@link LogEntry#hasRequest}. */
  boolean hasRequest() {
    return kind.hasRequest();
  }

  boolean isAfter(Version version) {
    return epoch != version.epoch() ? epoch > version.epoch() : counter > version.counter();
  }

  boolean hasVersion(Version version) {
    return counter == version.counter() && epoch == version.epoch();
  }

  boolean hasVersionOf(KeptEntry other) {
    return counter == other.counter && epoch == other.epoch;
  }

  int objectHash() {
    return hash;
  }

  boolean isOf(ObjectId object) {
    return hash == object.hash()
        && Arrays.equals(name, object.name().getBytes(StandardCharsets.UTF_8));
  }

  boolean hasObjectOf(KeptEntry other) {
    return hash == other.hash && Arrays.equals(name, other.name);
  }

  int requestHash() {
    return RequestId.hash(client, sequence);
  }

  boolean isOf(RequestId request) {
    return sequence == request.sequence() && client == request.client();
  }

  boolean hasRequestOf(KeptEntry other) {
    return sequence == other.sequence && client == other.client;
  }

  /** Estimated bytes in memory, with the tables that find the entry. */
  long bytes() {
    return GroupLog.sizeOf(name.length, results, changed);
  }
}
