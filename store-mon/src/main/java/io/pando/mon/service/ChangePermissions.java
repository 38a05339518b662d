package io.pando.mon.service;

import io.pando.cluster.Change;
import io.pando.cluster.ChangeOutcome;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.files.MdsIncarnation;
import io.pando.cluster.files.MdsInfo;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.mon.rules.ReleaseRules;
import io.pando.port.Peer;
import io.pando.session.PeerStatus;
import java.util.Optional;

/**
 * Decides which peer may request which change: an OSD only changes that concern itself, clients the
 * changes of operators; changes that become due with time are proposed by the leading monitor
 * alone.
 *
 * <p>Node and incarnation of a stream are claims of its dialler. They are compared with the change
 * and with the map; without keys more cannot be proven.
 */
final class ChangePermissions {
  private ChangePermissions() {}

  /**
   * The answer to a peer that may not request the change; empty if it may.
   *
   * @param map newest map of this monitor, which may be behind
   */
  static Optional<ChangeOutcome> objection(Peer from, Change change, ClusterMap map) {
    return byPeer(from, change, map)
        // Monitors of an older release must not find the change in their log.
        .or(() -> ReleaseRules.objectionToChange(map, change).map(ChangeOutcome.Rejected::new));
  }

  private static Optional<ChangeOutcome> byPeer(Peer from, Change change, ClusterMap map) {
    return switch (change) {
      case Change.Tick _,
          Change.MarkSilent _,
          Change.StepGroups _,
          Change.MarkFullness _,
          Change.MarkFullPools _ ->
          rejected("only the leading monitor may request that");
      case Change.Boot boot ->
          isOsd(from, boot.osd(), boot.address().nonce())
                  && (!(from instanceof Peer.Session session)
                      || boot.address().mayDialFrom(session.host()))
              ? Optional.empty()
              : foreign(from, boot.osd());
      case Change.Stop stop -> ofIncarnation(from, stop.osd(), stop.nonce(), map);
      case Change.RaiseUpThru raise -> ofIncarnation(from, raise.osd(), raise.nonce(), map);
      case Change.ReportFailure report -> ofMember(from, report.reporter(), map);
      case Change.WithdrawFailure back -> ofMember(from, back.reporter(), map);
      case Change.OverrideActing wish -> ofMember(from, wish.requester(), map);
      case Change.PlaceInCrush place ->
          isOperator(from) || place.item().equals(from.node().toString())
              ? Optional.empty()
              : operatorsOnly(from);
      case Change.AddFence _ ->
          isOperator(from) || isMds(from, map) ? Optional.empty() : operatorsOnly(from);
      case Change.RejoinMonitor rejoin ->
          from.node().equals(rejoin.monitor())
              ? Optional.empty()
              : rejected("only " + rejoin.monitor() + " itself may begin again");
      case Change.TellRelease _ -> rejected("a monitor tells its release without a request");
      case Change.AddMonitor _, Change.RemoveMonitor _, Change.MoveMonitor _ ->
          isOperator(from) ? Optional.empty() : operatorsOnly(from);
      case Change.OfFiles files -> ofFiles(from, files, map);
      case Change.CreateOsd _,
          Change.ReplaceOsd _,
          Change.DeclareLost _,
          Change.AcceptLoss _,
          Change.PurgeOsd _,
          Change.MarkDown _,
          Change.MarkOut _,
          Change.MarkIn _,
          Change.Reweight _,
          Change.CreatePool _,
          Change.CreateErasurePool _,
          Change.SetProfile _,
          Change.RemoveProfile _,
          Change.RemoveFence _,
          Change.DeletePool _,
          Change.RestorePool _,
          Change.PurgePool _,
          Change.SetPool _,
          Change.SetQuota _,
          Change.RenamePool _,
          Change.SetFlag _,
          Change.RequireRelease _,
          Change.SetFullRatio _,
          Change.SetCrush _,
          Change.ReweightInCrush _,
          Change.RemoveFromCrush _,
          Change.AddBucket _,
          Change.SetDeviceClass _,
          Change.CreateRule _,
          Change.RemoveRule _,
          Change.MuteHealth _,
          Change.UnmuteHealth _ ->
          isOperator(from) ? Optional.empty() : operatorsOnly(from);
    };
  }

  /** A metadata server speaks for itself; all else is for operators. */
  private static Optional<ChangeOutcome> ofFiles(Peer from, Change.OfFiles change, ClusterMap map) {
    return switch (change) {
      case Change.BootMds boot ->
          from.node().role() == NodeId.Role.MDS
                  && from.node().equals(boot.address().node())
                  && from.nonce() == boot.address().nonce()
              ? Optional.empty()
              : rejected(from.node() + " is not that metadata server");
      case Change.StepRank step -> ofMds(from, step.daemon(), map);
      case Change.DamageRank damage -> ofMds(from, damage.daemon(), map);
      case Change.FailMds fail ->
          isOperator(from)
              ? Optional.empty()
              : fail.daemons().size() == 1
                  ? ofMds(from, fail.daemons().getFirst(), map)
                  : operatorsOnly(from);
      case Change.RepairRank _,
          Change.CreateFileSystem _,
          Change.SetFileSystem _,
          Change.RemoveFileSystem _,
          Change.AddDataPool _,
          Change.RemoveDataPool _ ->
          isOperator(from) ? Optional.empty() : operatorsOnly(from);
    };
  }

  /** A life that this map does not have may be in a newer one that this monitor lacks. */
  private static Optional<ChangeOutcome> ofMds(Peer from, MdsIncarnation daemon, ClusterMap map) {
    MdsInfo known = map.files().daemons().get(daemon);
    if (from.node().role() == NodeId.Role.MDS && known == null) {
      return Optional.of(
          new ChangeOutcome.Unavailable(
              "map %d of this monitor does not have %s".formatted(map.epoch(), daemon)));
    }
    return known != null && isLife(from, known)
        ? Optional.empty()
        : rejected(from.node() + " is not that metadata server");
  }

  /** Whether a peer is that life of a metadata server, by this monitor's map. */
  static boolean isMds(Peer from, MdsIncarnation daemon, ClusterMap map) {
    MdsInfo known = map.files().daemons().get(daemon);
    return known != null && isLife(from, known);
  }

  private static boolean isLife(Peer from, MdsInfo daemon) {
    return from.node().equals(daemon.node()) && from.nonce() == daemon.address().nonce();
  }

  private static boolean isMds(Peer from, ClusterMap map) {
    return map.files().daemons().values().stream().anyMatch(daemon -> isLife(from, daemon));
  }

  /** Whether a peer is the incarnation of the OSD for which it speaks, by this monitor's map. */
  static boolean isMember(Peer from, OsdId osd, long nonce, ClusterMap map) {
    return isOsd(from, osd, nonce) && PeerStatus.of(from, map) == PeerStatus.MEMBER;
  }

  /** The change names its incarnation, which the rules check against the newest map. */
  private static Optional<ChangeOutcome> ofIncarnation(
      Peer from, OsdId osd, long nonce, ClusterMap map) {
    return isOsd(from, osd, nonce) && PeerStatus.of(from, map) != PeerStatus.WRONG_HOST
        ? Optional.empty()
        : foreign(from, osd);
  }

  /** An incarnation that is not up in this map may be up in a newer map that this monitor lacks. */
  private static Optional<ChangeOutcome> ofMember(Peer from, OsdId osd, ClusterMap map) {
    if (!isOsd(from, osd, from.nonce())) {
      return foreign(from, osd);
    }
    return switch (PeerStatus.of(from, map)) {
      case MEMBER -> Optional.empty();
      case WRONG_HOST -> foreign(from, osd);
      case UNKNOWN ->
          Optional.of(
              new ChangeOutcome.Unavailable(
                  "map %d of this monitor does not have that incarnation of %s up"
                      .formatted(map.epoch(), osd)));
    };
  }

  private static boolean isOsd(Peer from, OsdId osd, long nonce) {
    return from.node().equals(osd.node()) && from.nonce() == nonce;
  }

  private static boolean isOperator(Peer from) {
    return from.node().role() == NodeId.Role.CLIENT;
  }

  private static Optional<ChangeOutcome> foreign(Peer from, OsdId osd) {
    String place = from instanceof Peer.Session session ? " at " + session.host() : "";
    return rejected(from.node() + place + " is not this incarnation of " + osd);
  }

  private static Optional<ChangeOutcome> operatorsOnly(Peer from) {
    return rejected(from.node() + " may not request that: only operators may, as clients");
  }

  private static Optional<ChangeOutcome> rejected(String reason) {
    return Optional.of(new ChangeOutcome.Rejected(reason));
  }
}
