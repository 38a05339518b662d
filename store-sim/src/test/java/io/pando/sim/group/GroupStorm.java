package io.pando.sim.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.client.objecter.OperationOutcome;
import io.pando.cluster.Placement;
import io.pando.cluster.Replication;
import io.pando.merkle.HashTree;
import io.pando.message.ObjectMessage;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Clients that append tokens, some asking for the size before, and read, while streams break,
 * members change places, crash and return, and the way of replication changes. Against a sequential
 * model: an object is a line of tokens, so
 *
 * <ul>
 *   <li>every acknowledged token is in it, once; one of unknown outcome at most once; one that
 *       certainly did not happen never;
 *   <li>the tokens of one client stand in the order of its calls;
 *   <li>a size that was told with a token is where the token stands, also if it was told twice;
 *   <li>what is read is a beginning of the line, not shorter than anything known when it was asked;
 *   <li>all members hold the same line in the end.
 * </ul>
 */
final class GroupStorm {
  private static final int OBJECTS = 3;

  private record Token(String object, String text, @Nullable OperationOutcome outcome) {}

  private final GroupWorld world;
  private final Random64 random;
  private final Map<String, List<Token>> tokens = new TreeMap<>();
  private final Map<String, Integer> known = new LinkedHashMap<>();
  private final Map<String, List<String>> reads = new TreeMap<>();
  private int begun;
  private int ended;

  private GroupStorm(long seed, int size, Replication replication) {
    this.world = new GroupWorld(seed, size, replication);
    this.random = world.random.split();
    for (int i = 1; i <= 3; i++) {
      world.clients.add(new GroupClient(world, i));
    }
  }

  /** How it went: operations, and how many of them have an outcome that is known. */
  record Tally(int operations, int known) {}

  static Tally of(long seed, int size, Replication replication, boolean changing) {
    GroupStorm storm = new GroupStorm(seed, size, replication);
    storm.rage(changing);
    return storm.check();
  }

  private void rage(boolean changing) {
    for (int round = 0; round < 60; round++) {
      for (int i = random.nextInt(6); i > 0; i--) {
        work();
      }
      world.run(random.between(0, 15 * GroupWorld.MILLI));
      if (random.oneIn(3)) {
        disturb(changing);
      }
    }
    for (Member member : world.members) {
      if (!member.isAlive()) {
        member.restart();
      }
    }
    world.run(30_000 * GroupWorld.MILLI);
    assertThat(ended).isEqualTo(begun);
    checkTrees();
  }

  /** What every member keeps of its objects in its tree is what it has. */
  private void checkTrees() {
    List<HashTree> roots = new ArrayList<>();
    for (Member member : world.members) {
      member.readTree((tree, made) -> {
        assertThat(tree.tree().unsureLeaves()).isZero();
        assertThat(tree.tree().depth())
            .isEqualTo(tree.depthWanted(Member.TREE_DEPTH))
            .isLessThan(4);
        assertThat(tree.tree().hasSameLeaves(made)).isTrue();
        roots.add(tree.tree());
      });
    }
    world.run(1_000 * GroupWorld.MILLI);
    assertThat(roots).hasSize(world.members.size());
    assertThat(roots).allSatisfy(it -> assertThat(it.root()).isEqualTo(roots.getFirst().root()));
  }

  private void disturb(boolean changing) {
    Member one = world.members.get(random.nextInt(world.members.size()));
    Member other = world.members.get(random.nextInt(world.members.size()));
    switch (random.nextInt(6)) {
      case 0 -> world.reorder();
      case 1 -> {
        crashOrRestart(one);
        if (one != other && random.oneIn(3)) {
          crashOrRestart(other);
        }
      }
      case 2 -> world.clients.get(random.nextInt(world.clients.size())).breakStream(one);
      case 3 -> {
        if (changing) {
          world.replicate(List.of(Replication.values()).get(random.nextInt(3)));
        }
      }
      default -> {
        if (one != other) {
          one.breakStream(one, other);
        }
      }
    }
  }

  private void crashOrRestart(Member one) {
    if (one.isAlive()) {
      one.crash();
      world.schedule(random.between(0, 100 * GroupWorld.MILLI), () -> downIfDead(one));
    } else if (!world.map().isUp(one.id())) {
      one.restart();
    }
  }

  private void downIfDead(Member one) {
    if (!one.isAlive() && world.map().isUp(one.id())) {
      world.markDown(one.id());
    }
  }

  private void work() {
    GroupClient client = world.clients.get(random.nextInt(world.clients.size()));
    String object = "o" + random.nextInt(OBJECTS);
    long patience =
        random.oneIn(4) ? random.between(1, 100 * GroupWorld.MILLI) : 20_000 * GroupWorld.MILLI;
    begun++;
    if (random.oneIn(3)) {
      int before = known.getOrDefault(object, 0);
      client.read(object, patience, outcome -> onRead(object, before, outcome));
      return;
    }
    List<Token> all = tokens.computeIfAbsent(object, _ -> new ArrayList<>());
    int index = all.size();
    String text = "<" + client.number() + "." + index + ">";
    all.add(new Token(object, text, null));
    if (random.oneIn(4)) {
      client.appendTellingSize(object, text, patience, o -> onAppended(object, index, o));
    } else {
      client.append(object, text, patience, o -> onAppended(object, index, o));
    }
  }

  private void onAppended(String object, int index, OperationOutcome outcome) {
    ended++;
    List<Token> all = Objects.requireNonNull(tokens.get(object));
    all.set(index, new Token(object, all.get(index).text(), outcome));
  }

  private void onRead(String object, int before, OperationOutcome outcome) {
    ended++;
    if (!(outcome instanceof OperationOutcome.Replied replied)) {
      return;
    }
    String text = "";
    if (((ObjectMessage.OperateReply) replied.reply()).outcome()
        instanceof OpOutcome.Succeeded succeeded) {
      text = ((OpResult.Data) succeeded.results().getFirst()).data().toUtf8();
    }
    assertThat(text.length()).as("%s reads %s", object, text).isGreaterThanOrEqualTo(before);
    known.merge(object, text.length(), Math::max);
    reads.computeIfAbsent(object, _ -> new ArrayList<>()).add(text);
  }

  private Tally check() {
    int certain = 0;
    for (Map.Entry<String, List<Token>> entry : tokens.entrySet()) {
      List<String> lines = lines(entry.getKey());
      assertThat(lines).as(entry.getKey()).containsOnly(lines.getFirst());
      String line = lines.getFirst();
      for (String read : reads.getOrDefault(entry.getKey(), List.of())) {
        assertThat(line).startsWith(read);
      }
      int[] last = new int[world.clients.size() + 1];
      for (Token token : entry.getValue()) {
        certain += check(line, token, last) ? 1 : 0;
      }
    }
    return new Tally(begun, certain);
  }

  private static boolean check(String line, Token token, int[] last) {
    int at = line.indexOf(token.text());
    assertThat(line.indexOf(token.text(), at + 1)).as("%s twice in %s", token, line).isEqualTo(-1);
    OperationOutcome outcome = Objects.requireNonNull(token.outcome());
    if (outcome instanceof OperationOutcome.TimedOut late && !late.mayHaveHappened()) {
      assertThat(at).as("%s in %s", token, line).isEqualTo(-1);
    }
    if (!(outcome instanceof OperationOutcome.Replied replied)) {
      return false;
    }
    OpOutcome told = ((ObjectMessage.OperateReply) replied.reply()).outcome();
    if (!(told instanceof OpOutcome.Succeeded succeeded)) {
      // To tell the size of what is not there fails, and changes nothing.
      assertThat(at).as("%s in %s", token, line).isEqualTo(-1);
      return true;
    }
    assertThat(at).as("%s in %s", token, line).isNotNegative();
    if (succeeded.results().getFirst() instanceof OpResult.Stat stat) {
      assertThat(stat.sizeBytes()).as("%s in %s", token, line).isEqualTo(at);
    }
    int client = token.text().charAt(1) - '0';
    assertThat(at).as("%s in order in %s", token, line).isGreaterThanOrEqualTo(last[client]);
    last[client] = at;
    return true;
  }

  /** What each member has of the object. */
  private List<String> lines(String object) {
    List<String> lines = new ArrayList<>();
    ObjectQuery query = new ObjectQuery(List.of(new ByteRange(0, 1 << 20)), List.of(), false);
    for (Member member : world.members) {
      member
          .store()
          .read(
              CollectionId.of(GroupWorld.GROUP),
              Placement.object(object),
              query,
              outcome -> lines.add(text(outcome)));
    }
    world.run(100 * GroupWorld.MILLI);
    assertThat(lines).hasSize(world.members.size());
    return lines;
  }

  private static String text(ReadOutcome outcome) {
    return outcome instanceof ReadOutcome.Found found
        ? found.view().data().getFirst().toUtf8()
        : "";
  }
}
