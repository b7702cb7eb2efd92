import type { RunFile } from '../state/run-file.js';
import { NEEDED_COLUMNS, TEMPLATE, TEMPLATE_NAME } from '../files/template.js';
import { saveFile } from '../../ui/save-file.js';

/** A description of a file that is not recognised, and the columns that a csv needs. */
export function Unrecognised({ file: { looks, problem } }: { file: RunFile }) {
  return (
    <div class="drop-unknown">
      {looks && (
        <p>
          {looks.sentence} {looks.advice}
        </p>
      )}
      {looks && looks.lines.length > 0 && (
        <pre tabIndex={0} role="group" aria-label="The first lines">
          {looks.lines.join('\n')}
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
      {problem && (
        <details>
          <summary>What the service says</summary>
          <p>{problem.message}</p>
        </details>
      )}
    </div>
  );
}
