package io.pando.cli.command.store;

import io.pando.disk.StoreException;
import io.pando.disk.raw.OfflineStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The stores below a directory, all open at the same time, so that no daemon can use them. */
record OpenStores(List<OfflineStore> stores) implements AutoCloseable {
  static OpenStores open(Path directory) throws StoreException {
    List<OfflineStore> stores = new ArrayList<>();
    try {
      for (Path store : OfflineStore.find(directory)) {
        stores.add(OfflineStore.open(store));
      }
      return new OpenStores(List.copyOf(stores));
    } catch (Throwable failure) {
      try {
        new OpenStores(stores).close();
      } catch (StoreException second) {
        failure.addSuppressed(second);
      }
      throw failure;
    }
  }

  @Override
  public void close() throws StoreException {
    for (OfflineStore store : stores) {
      store.close();
    }
  }
}
