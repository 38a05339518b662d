package io.pando.mds.caps;

import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import java.util.SortedMap;
import java.util.TreeMap;

/** A request that is ready, or waits for other sessions. */
final class Ticket {
  /** A question to the only session that writes a file. */
  private record Question(long session, boolean answered) {}

  private final long number;
  private final long order;
  private final SortedMap<Ino, Question> questions = new TreeMap<>();
  private Footprint footprint;
  private boolean waiting;
  private boolean hindering;

  Ticket(Footprint footprint, long order) {
    this.number = footprint.ticket();
    this.order = order;
    this.footprint = footprint;
  }

  long number() {
    return number;
  }

  /** When it came, in the order of arrivals. */
  long order() {
    return order;
  }

  long session() {
    return footprint.session();
  }

  Footprint footprint() {
    return footprint;
  }

  void replace(Footprint other) {
    footprint = other;
  }

  /** Whether its request has to be told when it is ready. */
  boolean isWaiting() {
    return waiting;
  }

  void waiting(boolean now) {
    waiting = now;
  }

  /** Whether a session did not get something because of it. */
  boolean isHindering() {
    return hindering;
  }

  void hinder() {
    hindering = true;
  }

  boolean isExact(Ino ino) {
    return footprint.exact().contains(ino);
  }

  /**
   * What other sessions may not have of an inode. If several sessions write a file, they must stop
   * for a moment, so that their sizes and times belong together (paper 003, 3.2.3).
   *
   * @param writers number of sessions that may write
   */
  CapabilitySet forbidden(Ino ino, int writers) {
    CapabilitySet forbidden = footprint.forbidden().getOrDefault(ino, CapabilitySet.NONE);
    return isExact(ino) && writers > 1 ? forbidden.union(Kinds.WRITES) : forbidden;
  }

  /** What other sessions do not get of an inode, if they asked for it later. */
  CapabilitySet blocked(Ino ino) {
    CapabilitySet forbidden = footprint.forbidden().getOrDefault(ino, CapabilitySet.NONE);
    return isExact(ino) ? forbidden.union(Kinds.WRITES) : forbidden;
  }

  /** Whether a session was asked for the state of a file after this request came. */
  boolean hasAsked(Ino ino, long session) {
    Question question = questions.get(ino);
    return question != null && question.session == session;
  }

  void ask(Ino ino, long session) {
    questions.put(ino, new Question(session, false));
  }

  void onAnswer(Ino ino, long session) {
    if (hasAsked(ino, session)) {
      questions.put(ino, new Question(session, true));
    }
  }

  boolean isAnswered(Ino ino, long session) {
    Question question = questions.get(ino);
    return question != null && question.session == session && question.answered;
  }
}
