import { useState } from 'preact/hooks';
import type { MoneyChoice } from '../../api/problem.js';
import type { Session } from '../../api/sessions.js';
import { accountDecimals, price, signed } from '../../report/format.js';
import { type MoneyAnswer, type MoneyQuestion, optionsOf, titleOf } from './money-question.js';

const MAX_NAMED = 4;
const MAX_ROWS = 5;

export type Account = Pick<Session, 'accountCurrency' | 'initialBalance'>;

/** A file whose profits are asked. */
export interface AskedFile {
  readonly name: string;
  readonly question: MoneyQuestion;
  readonly account: Account | undefined;
}

/** The question what the profits in a file mean, or in several files with the same answers. */
export function MoneyQuestionForm(props: {
  files: readonly AskedFile[];
  answer: (answer: MoneyAnswer) => void;
}) {
  const { files } = props;
  const { question } = files[0]!;
  const options = optionsOf(question);
  // If the profits disagree with the prices, no answer is likelier than the others.
  const [chosen, setChosen] = useState(question.choices.length > 0 ? 0 : -1);
  const further = files.length - MAX_NAMED;
  const furtherRows = question.rows.length - MAX_ROWS;
  return (
    <form
      class="drop-fields"
      onSubmit={(event) => {
        event.preventDefault();
        props.answer(options[chosen]!.answer);
      }}
    >
      <fieldset>
        <legend>{titleOf(question, files.length)}</legend>
        <p class="small quiet">
          {files
            .slice(0, MAX_NAMED)
            .map(({ name }) => name)
            .join(', ')}
          {further > 0 && ` and ${further} more`}. Nothing is stored before you answer.
        </p>
        {question.rows.length > 0 && (
          <ul class="plain-list small down">
            {question.rows.slice(0, MAX_ROWS).map((row) => (
              <li key={row}>{row}</li>
            ))}
            {furtherRows > 0 && <li>and {furtherRows} more</li>}
          </ul>
        )}
        {options.map(({ label }, place) => (
          <label key={label} class="check">
            <input
              type="radio"
              name="answer"
              checked={place === chosen}
              required
              onChange={() => setChosen(place)}
            />
            <span>
              {label}
              {place < question.choices.length && <span class="quiet">: {resultsOf(files, place)}</span>}
            </span>
          </label>
        ))}
        <button type="submit" class="primary">
          Read {files.length === 1 ? 'this file' : `these ${files.length} files`}
        </button>
      </fieldset>
    </form>
  );
}

/** Returns what each file would store with the choice at a place. */
const resultsOf = (files: readonly AskedFile[], place: number): string =>
  files
    .slice(0, MAX_NAMED)
    .flatMap(({ name, question, account }) => {
      const choice = question.choices[place];
      if (!choice) return [];
      return `${resultOf(choice, account)}${files.length > 1 ? ` in ${name}` : ''}`;
    })
    .join('; ');

function resultOf({ net, pointValue }: MoneyChoice, account: Account | undefined): string {
  const amount = signed(net, accountDecimals(account?.initialBalance ?? 0));
  const value = pointValue === null ? '' : `, point value ${price(pointValue)}`;
  return `${amount} ${account?.accountCurrency ?? ''} net${value}`;
}
