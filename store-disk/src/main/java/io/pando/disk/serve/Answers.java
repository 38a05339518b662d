package io.pando.disk.serve;

import io.pando.port.EventLoop;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes answers to the owner's loop, which may have ended before the store. */
public record Answers(EventLoop owner, String name) {
  private static final Logger LOG = LoggerFactory.getLogger(Answers.class);

  public void execute(Runnable answer) {
    try {
      owner.execute(answer);
    } catch (RejectedExecutionException e) {
      LOG.debug("{}: the owner's loop has ended; an answer is dropped", name, e);
    }
  }
}
