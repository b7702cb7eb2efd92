import { makeSample } from '../../api/samples.js';
import { useScopes } from '../../api/scopes.js';
import { ChooseButtons } from '../drop/dialog/file-picker.js';
import { TEMPLATE, TEMPLATE_NAME } from '../drop/files/template.js';
import { openDrop } from '../drop/opened-drop.js';
import { projectLink } from '../router/route.js';
import { open } from '../router/use-route.js';
import { ProblemNotice } from '../ui/problem-notice.js';
import { saveFile } from '../ui/save-file.js';
import { useAction } from '../ui/use-action.js';
import { CodeCard } from './code-card.js';
import { TOOL_EXPORTS } from './tool-exports.js';

/** The list of projects of an empty workspace: the ways to the first session. */
export function StartPage({ create }: { create: () => void }) {
  const { mayWrite } = useScopes();
  return (
    <div class="start">
      {mayWrite ? (
        <DropPlace create={create} />
      ) : (
        <p class="card empty">
          There are no projects yet, and your key can only read. A key with the scope write can make the first
          one.
        </p>
      )}
      <div class="start-cards">
        <FilesCard />
        {mayWrite && <SampleCard />}
        <CodeCard />
      </div>
    </div>
  );
}

function DropPlace({ create }: { create: () => void }) {
  return (
    <div class="start-drop">
      <svg viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">
        <path d="M24 30V8m-9 9 9-9 9 9M8 30v8h32v-8" />
      </svg>
      <p class="start-title">Drop your backtest results here</p>
      <p class="quiet">
        One file, sixty, or a whole folder: each run becomes a session. You see all of them before anything is
        stored.
      </p>
      <div class="row">
        <ChooseButtons take={(items) => openDrop({ project: null, items })} isPrimary />
        <button type="button" class="plain" onClick={create}>
          Or make an empty project
        </button>
      </div>
    </div>
  );
}

function FilesCard() {
  return (
    <section class="card" aria-labelledby="start-files">
      <h2 id="start-files">Your files</h2>
      <p>What to export from your tool:</p>
      <dl>
        {TOOL_EXPORTS.map(([tool, file]) => (
          <div key={tool}>
            <dt>{tool}</dt>
            <dd>{file}</dd>
          </div>
        ))}
      </dl>
      <button
        type="button"
        class="link"
        onClick={() => saveFile(new Blob([TEMPLATE], { type: 'text/csv' }), TEMPLATE_NAME)}
      >
        Download a template of the csv
      </button>
    </section>
  );
}

function SampleCard() {
  const action = useAction();
  const make = async () => open(projectLink((await makeSample()).id));
  return (
    <section class="card start-sample" aria-labelledby="start-sample">
      <h2 id="start-sample">A sample</h2>
      <Sketch />
      <p>
        Look around before you bring your own: one strategy with many parameters, on the market SAMPLE, which
        does not exist. Its candles are invented. You can remove all of it with one click.
      </p>
      {action.problem && <ProblemNotice problem={action.problem} />}
      <button type="button" class="primary" aria-disabled={action.isRunning} onClick={() => action.run(make)}>
        {action.isRunning ? 'Making the sample …' : 'Make the sample'}
      </button>
    </section>
  );
}

/** Some equity curves, drawn for decoration. */
const Sketch = () => (
  <svg class="start-sketch" viewBox="0 0 300 130" aria-hidden="true">
    <path d="M0 90 15 86 30 93 45 88 60 97 75 91 90 99 105 94 120 101 135 95 150 104 165 108 180 101 195 110 210 106 225 115 240 109 255 118 270 112 285 121 300 117" />
    <path d="M0 90 15 94 30 88 45 92 60 83 75 87 90 80 105 86 120 77 135 82 150 75 165 80 180 70 195 77 210 72 225 66 240 72 255 62 270 68 285 60 300 64" />
    <path d="M0 90 15 83 30 88 45 77 60 82 75 70 90 76 105 63 120 68 135 55 150 61 165 47 180 53 195 40 210 46 225 35 240 41 255 27 270 33 285 20 300 12" />
  </svg>
);
