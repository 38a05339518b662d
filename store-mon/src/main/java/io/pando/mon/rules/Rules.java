package io.pando.mon.rules;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.mon.rules.erasure.ProfileRules;
import io.pando.mon.rules.fence.FenceRules;
import io.pando.mon.rules.files.FileSystemRules;
import io.pando.mon.rules.files.MdsRules;
import io.pando.mon.state.MapTime;
import io.pando.mon.state.MonitorState;
import io.pando.mon.state.Ruling;
import io.pando.mon.state.StateInvariants;
import io.pando.mon.state.StepInvariants;
import io.pando.mon.state.Terms;
import java.util.List;
import java.util.Optional;

/**
 * The rules of the cluster map: they decide every change. Pure, so that every monitor computes the
 * same map. A change that was already made is accepted again without effect, since its requester
 * may not have received the answer.
 *
 * <p>After every accepted change the {@link StateInvariants} hold, and between the two states the
 * {@link StepInvariants}.
 */
public final class Rules {
  private Rules() {}

  /** Accepts or rejects a change. */
  public static Decision decide(MonitorState state, Change change, Terms outside) {
    MapTime time = state.time().at(outside.nowMillis());
    Decision decision = dispatch(state, change, outside.at(time));
    if (decision instanceof Decision.Accepted(MonitorState after, String note)) {
      MonitorState next = after.at(time);
      StateInvariants.check(next);
      StepInvariants.check(state, next);
      return new Decision.Accepted(next, note);
    }
    return decision;
  }

  private static Decision dispatch(MonitorState state, Change change, Terms terms) {
    Optional<String> tooNew = ReleaseRules.objectionToChange(state.map(), change);
    if (tooNew.isPresent()) {
      return new Decision.Rejected(tooNew.get());
    }
    return switch (change) {
      case Change.Boot boot -> BootRules.boot(state, boot, terms);
      case Change.Stop stop -> BootRules.stop(state, stop, terms);
      case Change.ReportFailure report -> FailureRules.report(state, report, terms);
      case Change.WithdrawFailure withdrawal -> FailureRules.withdraw(state, withdrawal);
      case Change.MarkSilent silent -> FailureRules.markSilent(state, silent, terms);
      case Change.Tick _ ->
          withoutEndedFences(PoolLife.expire(FailureRules.tick(state, terms), terms), terms);
      case Change.MarkFullness mark -> FullnessRules.mark(state, mark, terms);
      case Change.MarkFullPools mark -> QuotaRules.mark(state, mark, terms);
      case Change.SetQuota set -> QuotaRules.set(state, set, terms);
      case Change.SetFullRatio set -> FullnessRules.setRatio(state, set, terms);
      case Change.StepGroups step -> GroupSteps.step(state, step, terms);
      case Change.RaiseUpThru raise -> GroupRules.raiseUpThru(state, raise, terms);
      case Change.OverrideActing override -> GroupRules.overrideActing(state, override, terms);
      case Change.CreateOsd create -> OsdRules.create(state, create, terms);
      case Change.PurgeOsd purge -> OsdRules.purge(state, purge, terms);
      case Change.ReplaceOsd replace -> DataRules.replace(state, replace, terms);
      case Change.DeclareLost lost -> DataRules.declareLost(state, lost, terms);
      case Change.AcceptLoss accept -> DataRules.acceptLoss(state, accept, terms);
      case Change.MarkDown mark -> OsdRules.markDown(state, mark, terms);
      case Change.MarkOut mark -> OsdRules.markOut(state, mark, terms);
      case Change.MarkIn mark -> OsdRules.markIn(state, mark, terms);
      case Change.Reweight reweight -> OsdRules.reweight(state, reweight, terms);
      case Change.SetFlag flag -> OsdRules.setFlag(state, flag, terms);
      case Change.RequireRelease require -> ReleaseRules.require(state, require, terms);
      case Change.CreatePool create -> PoolRules.create(state, create, terms);
      case Change.CreateErasurePool create -> PoolRules.createErasure(state, create, terms);
      case Change.SetProfile set -> ruled(state, ProfileRules.set(state.map(), set), terms);
      case Change.RemoveProfile remove ->
          ruled(state, ProfileRules.remove(state.map(), remove), terms);
      case Change.AddFence add -> ruled(state, FenceRules.add(state.map(), add, terms), terms);
      case Change.RemoveFence remove -> ruled(state, FenceRules.remove(state.map(), remove), terms);
      case Change.OfFiles files -> ruled(state, ofFiles(state.map(), files, terms), terms);
      case Change.DeletePool delete -> PoolLife.remove(state, delete, terms);
      case Change.RestorePool restore -> PoolLife.restore(state, restore, terms);
      case Change.PurgePool purge -> PoolLife.purge(state, purge, terms);
      case Change.SetPool set -> PoolSettings.set(state, set, terms);
      case Change.RenamePool rename -> PoolRules.rename(state, rename, terms);
      case Change.SetCrush set -> CrushRules.set(state, set, terms);
      case Change.PlaceInCrush place -> CrushRules.place(state, place, terms);
      case Change.ReweightInCrush reweight -> CrushRules.reweight(state, reweight, terms);
      case Change.RemoveFromCrush remove -> CrushRules.remove(state, remove, terms);
      case Change.AddBucket add -> CrushRules.addBucket(state, add, terms);
      case Change.SetDeviceClass set -> CrushRules.setClass(state, set, terms);
      case Change.CreateRule create -> CrushRules.createRule(state, create, terms);
      case Change.RemoveRule remove -> CrushRules.removeRule(state, remove, terms);
      case Change.MuteHealth mute -> HealthRules.mute(state, mute, terms);
      case Change.UnmuteHealth unmute -> HealthRules.unmute(state, unmute);
      case Change.AddMonitor add -> MonitorMembers.add(state, add, terms);
      case Change.RemoveMonitor remove -> MonitorMembers.remove(state, remove, terms);
      case Change.MoveMonitor move -> MonitorMembers.move(state, move, terms);
      case Change.RejoinMonitor rejoin -> MonitorMembers.rejoin(state, rejoin, terms);
      case Change.TellRelease tell -> ReleaseRules.tell(state, tell, terms);
    };
  }

  /** Time has passed: removes the fences whose time is over. */
  private static Decision withoutEndedFences(Decision ticked, Terms terms) {
    if (!(ticked instanceof Decision.Accepted(MonitorState state, String note))) {
      return ticked;
    }
    List<Incremental.RemoveFence> ended = FenceRules.ended(state.map(), terms.nowMillis());
    return new Decision.Accepted(state.advance(ended, terms), note);
  }

  private static Ruling ofFiles(ClusterMap map, Change.OfFiles change, Terms terms) {
    return switch (change) {
      case Change.BootMds boot ->
          ReleaseRules.objection(map, boot.address().node(), boot.release())
              .<Ruling>map(Ruling.Refused::new)
              .orElseGet(() -> MdsRules.boot(map, boot, terms));
      case Change.StepRank step -> MdsRules.step(map, step, terms);
      case Change.DamageRank damage -> MdsRules.damage(map, damage, terms);
      case Change.FailMds fail -> MdsRules.fail(map, fail, terms);
      case Change.RepairRank repair -> MdsRules.repaired(map, repair, terms);
      case Change.CreateFileSystem create -> FileSystemRules.create(map, create, terms);
      case Change.SetFileSystem set -> FileSystemRules.set(map, set, terms);
      case Change.RemoveFileSystem remove -> FileSystemRules.remove(map, remove, terms);
      case Change.AddDataPool add -> FileSystemRules.addPool(map, add, terms);
      case Change.RemoveDataPool remove -> FileSystemRules.removePool(map, remove, terms);
    };
  }

  private static Decision ruled(MonitorState state, Ruling ruling, Terms terms) {
    return switch (ruling) {
      case Ruling.Refused(String reason) -> new Decision.Rejected(reason);
      case Ruling.Accepted(List<Incremental.Edit> edits, String note) ->
          new Decision.Accepted(edits.isEmpty() ? state : state.advance(edits, terms), note);
    };
  }
}
