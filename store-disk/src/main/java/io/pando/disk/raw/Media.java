package io.pando.disk.raw;

import io.pando.disk.account.Account;
import io.pando.disk.device.BlockDevice;
import io.pando.disk.device.DeviceWindow;
import io.pando.disk.device.FileDevice;
import io.pando.disk.device.uring.RingDevice;
import io.pando.disk.log.FileLogMedium;
import io.pando.disk.log.LogConfig;
import io.pando.disk.log.LogMedium;
import java.io.IOException;
import java.nio.file.Path;

/** Opens the devices and files below a store. */
interface Media {
  /** Files and devices of this machine. */
  Media FILES =
      new Media() {
        @Override
        public BlockDevice device(Path path, long first, long blocks, RawStoreConfig config)
            throws IOException {
          FileDevice device = FileDevice.open(path, first + blocks, config.data().direct());
          boolean complete = false;
          try {
            BlockDevice reached = RingDevice.over(device, config.data().io());
            complete = true;
            return first == 0 ? reached : new DeviceWindow(reached, first, blocks);
          } finally {
            if (!complete) {
              device.close();
            }
          }
        }

        @Override
        public LogMedium log(Path folder, LogConfig config, boolean direct, Account account) {
          return new FileLogMedium(folder, config, direct, account);
        }
      };

  /** The data: blocks of a file or a device. */
  BlockDevice device(Path path, long first, long blocks, RawStoreConfig config) throws IOException;

  /** The segments of the log, in an existing folder. */
  LogMedium log(Path folder, LogConfig config, boolean direct, Account account) throws IOException;
}
