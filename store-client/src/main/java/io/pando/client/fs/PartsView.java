package io.pando.client.fs;

import io.pando.client.fs.cache.FileCache;
import io.pando.client.fs.caps.SessionView;
import io.pando.client.fs.session.FileRequests;
import io.pando.client.fs.session.MdsSession;
import io.pando.fs.Ino;
import io.pando.fs.session.FileState;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The other parts of a client, as its capabilities see them. */
record PartsView(
    Supplier<FileCache> cache, MdsSession session, FileRequests requests, WriterStates states)
    implements SessionView {
  @Override
  public @Nullable FileState stateOf(Ino ino) {
    return states.stateOf(ino);
  }

  @Override
  public @Nullable Place placeOf(Ino ino) {
    return cache.get().placeOf(ino);
  }

  @Override
  public long lastRequest() {
    return requests.lastSent();
  }

  @Override
  public long answeredUpTo() {
    return requests.answeredUpTo();
  }

  @Override
  public long newestRenewal() {
    return session.newestRenewal();
  }

  @Override
  public boolean isConnected() {
    return session.isConnected();
  }
}
