package io.pando.cli.daemon;

import io.pando.id.NodeId;
import io.pando.port.EventLoop;
import io.pando.port.Network;
import java.io.IOException;
import java.net.BindException;
import java.util.List;
import java.util.Locale;

/** Attaches a daemon to the network at its configured address. */
final class Attachment {
  private Attachment() {}

  static Network.Node attach(
      DaemonContext daemonContext, NodeId node, List<EventLoop> loops, Network.Listen listen)
      throws DaemonException {
    Network.Self self =
        new Network.Self(daemonContext.config().cluster(), node, DaemonContext.nonce());
    try {
      return daemonContext.network().attach(self, loops, listen);
    } catch (IOException failure) {
      String why =
          isTaken(failure)
              ? String.format(
                  Locale.ROOT,
                  "port %d on %s is in use; stop what listens there, or change 'port' of %s in %s",
                  listen.port(),
                  listen.host(),
                  node,
                  daemonContext.config().file())
              : String.valueOf(failure.getMessage());
      throw new DaemonException(node + " cannot start: " + why, failure);
    }
  }

  private static boolean isTaken(IOException failure) {
    String message = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
    return message.contains("in use") || failure.getCause() instanceof BindException;
  }
}
