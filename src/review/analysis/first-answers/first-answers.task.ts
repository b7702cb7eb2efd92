import { answerTask } from '../tasks/answer-task.js';
import { FIRST_ANSWERS_DEFINITIONS } from './first-answers-definitions.js';
import { FIRST_ANSWER_REASONS, firstAnswers } from './first-answers.js';

export const firstAnswersTask = answerTask({
  name: 'first-answers',
  version: 1,
  definitions: FIRST_ANSWERS_DEFINITIONS,
  reasons: FIRST_ANSWER_REASONS,
  compute: firstAnswers,
});
