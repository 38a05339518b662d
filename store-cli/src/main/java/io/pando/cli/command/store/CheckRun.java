package io.pando.cli.command.store;

import io.pando.cli.output.Console;
import io.pando.cli.output.ProgressLine;
import io.pando.cli.text.ByteSize;
import io.pando.disk.StoreException;
import io.pando.disk.raw.OfflineStore;
import io.pando.disk.raw.check.CheckListener;
import io.pando.disk.raw.check.StoreCheck;
import io.pando.disk.raw.check.StoreFault;
import java.util.function.Consumer;

/** A store check with progress output. */
record CheckRun(Console console) {
  /**
   * Result of a check.
   *
   * @param faults number of faults reported, including those of the store's files
   */
  record Result(StoreCheck.Census census, long faults) {}

  /** Checks a store and passes on each fault as it is found. */
  Result check(OfflineStore store, boolean deep, Consumer<StoreFault> faults)
      throws StoreException {
    ProgressLine progress = new ProgressLine(console);
    long[] told = new long[1];
    CheckListener listener =
        new CheckListener() {
          @Override
          public void onFault(StoreFault fault) {
            told[0]++;
            progress.clear();
            faults.accept(fault);
          }

          @Override
          public void onProgress(long objects, long bytesRead) {
            String read = deep ? ", " + ByteSize.format(bytesRead) + " read" : "";
            progress.show(store.directory() + ": " + objects + " objects" + read);
          }
        };
    StoreCheck.Census census = store.check(deep, listener);
    progress.clear();
    return new Result(census, told[0]);
  }
}
