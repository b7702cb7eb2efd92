import { useEffect, useState } from 'preact/hooks';
import type { ImportPreviewAnswer } from '../../../src/review/trade-files/routes/import.dto.js';
import { plural } from '../../report/format.js';
import type { Session } from '../../api/sessions.js';
import { type ImportSettings, importFile, previewImport } from '../../api/trades.js';
import { MoneyQuestionForm } from '../money/money-question-form.js';
import { questionOf, refusedMoney } from '../money/money-question.js';
import { Dialog } from '../ui/dialog.js';
import { ProblemNotice } from '../ui/problem-notice.js';
import { useAction } from '../ui/use-action.js';
import { FileDrop } from './file-drop.js';
import { ImportPreview } from './import-preview.js';
import { ImportSettingsFields } from './import-settings.js';

/** The import of a file of trades: first a preview of the result, then the import itself. */
export function ImportDialog(props: { session: Session; file?: File; close: () => void }) {
  const { session, close } = props;
  const [file, setFile] = useState<File | null>(props.file ?? null);
  const [settings, setSettings] = useState<ImportSettings>({});
  const [preview, setPreview] = useState<ImportPreviewAnswer | null>(null);
  const [stored, setStored] = useState<string | null>(null);
  const [leaving] = useState(() => new AbortController());
  const action = useAction();
  useEffect(() => () => leaving.abort(), [leaving]);

  const look = (chosen: File, wanted: ImportSettings) => {
    setPreview(null);
    action.run(async () => setPreview(await previewImport(session.id, chosen, wanted, leaving.signal)));
  };
  const choose = (chosen: File) => {
    // An answer about the profits concerns only the file before.
    const wanted = file ? { ...settings, profit: '', costs: '' } : settings;
    setFile(chosen);
    setSettings(wanted);
    look(chosen, wanted);
  };
  useEffect(() => {
    if (props.file) look(props.file, settings);
  }, []);
  const store = (chosen: File) =>
    action.run(async () => {
      const { inserted, stored } = await importFile(session.id, chosen, settings);
      setStored(`${plural(inserted, 'trade')} stored${stored > 0 ? `, ${stored} were stored before` : ''}.`);
    });

  if (stored) {
    return (
      <Dialog title="Import trades" close={close}>
        <div class="text" role="status">
          <p>{stored}</p>
        </div>
        <footer>
          <button type="button" class="primary" onClick={close}>
            Done
          </button>
        </footer>
      </Dialog>
    );
  }
  const previews = preview ? [preview] : [];
  const question = action.problem ? refusedMoney(action.problem, previews) : questionOf(previews);
  const refused = preview ? preview.counts.conflict + preview.counts.invalid : 0;
  return (
    <Dialog title="Import trades" close={close} isWide>
      <div class="text">
        <FileDrop file={file} choose={choose} />
        <ImportSettingsFields
          settings={settings}
          change={setSettings}
          isOpen={action.problem !== null && !question}
          apply={file ? () => look(file, settings) : undefined}
        />
        {action.isRunning && !preview && (
          <p class="quiet" role="status">
            Reading the file …
          </p>
        )}
        {file && question && (
          <MoneyQuestionForm
            key={JSON.stringify(question)}
            files={[{ name: file.name, question, account: session }]}
            answer={(answer) => {
              setSettings({ ...settings, ...answer });
              look(file, { ...settings, ...answer });
            }}
          />
        )}
        {action.problem && !question && <ProblemNotice problem={action.problem} />}
        {preview && !question && <ImportPreview preview={preview} session={session} />}
      </div>
      <footer>
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button
          type="button"
          class="primary"
          disabled={
            !file || !preview || !!question || refused > 0 || preview.counts.new === 0 || action.isRunning
          }
          onClick={() => file && store(file)}
        >
          {preview ? `Store ${plural(preview.counts.new, 'trade')}` : 'Store'}
        </button>
      </footer>
    </Dialog>
  );
}
