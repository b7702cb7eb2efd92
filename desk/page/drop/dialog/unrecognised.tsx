import type { RunFile } from '../state/run-file.js';
import { NEEDED_COLUMNS, TEMPLATE, TEMPLATE_NAME } from '../files/template.js';
import { saveFile } from '../../ui/save-file.js';
import { sentenceOf } from '../../ui/sentence-of.js';

/** Shows the refusal of a file that is not recognised and, folded, the columns that a csv needs. */
export function Unrecognised({ file: { lines, problem } }: { file: RunFile }) {
  return (
    <details class="drop-unknown">
      <summary>{problem && sentenceOf(problem.message)}</summary>
      {lines.length > 0 && (
        <pre tabIndex={0} role="group" aria-label="The first lines">
          {lines.join('\n')}
        </pre>
      )}
      <p>
        A csv of any program can be imported if it has these six columns, and a column symbol for several
        markets:
      </p>
      <dl>
        {NEEDED_COLUMNS.map(([name, meaning]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p>
        Usual names of these columns work too, such as direction, size, open time and close price.{' '}
        <button
          type="button"
          class="link"
          onClick={() => saveFile(new Blob([TEMPLATE], { type: 'text/csv' }), TEMPLATE_NAME)}
        >
          Download a template
        </button>
      </p>
    </details>
  );
}
