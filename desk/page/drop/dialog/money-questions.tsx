import { plural } from '../../../report/format.js';
import { MoneyQuestionForm } from '../../money/money-question-form.js';
import { optionsOf } from '../../money/money-question.js';
import type { Drop } from '../state/drop.js';
import type { RunFile } from '../state/run-file.js';

/** Number of questions that are shown at once, so that the table stays in sight. */
const MAX_SHOWN = 3;

/** The questions about the profits in the files. Files with the same question are answered together. */
export function MoneyQuestions({ drop }: { drop: Drop }) {
  const groups = new Map<string, RunFile[]>();
  for (const file of drop.files) {
    if (file.question === null) continue;
    const key = keyOf(file);
    groups.set(key, [...(groups.get(key) ?? []), file]);
  }
  const further = [...groups.values()].slice(MAX_SHOWN).flat().length;
  return (
    <>
      {[...groups].slice(0, MAX_SHOWN).map(([key, files]) => (
        <MoneyQuestionForm
          key={key}
          files={files.map(({ file, question, preview: [first] }) => ({
            name: file.name,
            question: question!,
            account: first?.session,
          }))}
          answer={(answer) =>
            drop.answerFor(
              files.map(({ id }) => id),
              answer,
            )
          }
        />
      ))}
      {further > 0 && <p class="small quiet">Questions about {plural(further, 'further file')} follow.</p>}
    </>
  );
}

/** Returns the same key for files with the same question. The rows of a refused file are its own. */
const keyOf = ({ id, question }: RunFile): string =>
  JSON.stringify([question!.column, optionsOf(question!), question!.rows.length > 0 ? id : null]);
