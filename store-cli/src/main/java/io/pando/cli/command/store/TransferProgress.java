package io.pando.cli.command.store;

import io.pando.cli.output.Console;
import io.pando.cli.output.Progress;
import io.pando.disk.transfer.TransferListener;
import io.pando.id.ObjectId;
import io.pando.store.CollectionId;

/** Prints the progress of a transfer, and the objects that are damaged. */
final class TransferProgress implements TransferListener, AutoCloseable {
  private final Console console;
  private final Progress progress;

  TransferProgress(Console console, String what) {
    this.console = console;
    this.progress = new Progress(console, what, 0);
  }

  @Override
  public void onBytes(long bytes) {
    progress.add(bytes);
  }

  @Override
  public void onDamaged(CollectionId collection, ObjectId object, String what) {
    progress.close();
    console.err().println("object " + object + " of " + collection + " is damaged: " + what);
  }

  @Override
  public void close() {
    progress.close();
  }
}
