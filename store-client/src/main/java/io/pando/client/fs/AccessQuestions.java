package io.pando.client.fs;

import io.pando.fs.access.AccessCheck;
import io.pando.fs.inode.Inode;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import java.util.LinkedHashMap;
import java.util.Map;

/** Questions whether a caller may do something with an inode that is not known yet. */
final class AccessQuestions {
  private record Question(Caller caller, int things) {}

  private final Map<Long, Question> questions = new LinkedHashMap<>();

  void add(long call, Caller caller, int things) {
    questions.put(call, new Question(caller, things));
  }

  /** The answer to a call: the answer of the server, unless the call is such a question. */
  FsAnswer answer(long call, FsAnswer answer) {
    Question question = questions.remove(call);
    return question != null && answer instanceof FsAnswer.Found(Inode inode)
        ? answer(question.caller(), inode, question.things())
        : answer;
  }

  static FsAnswer answer(Caller caller, Inode inode, int things) {
    return AccessCheck.allows(caller, inode, things)
        ? new FsAnswer.Done()
        : new FsAnswer.Failed(FsError.EACCES);
  }
}
