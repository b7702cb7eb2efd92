import { useState } from 'preact/hooks';
import type { Project } from '../../../api/projects.js';
import { createSession } from '../../../api/sessions.js';
import { Dialog } from '../../ui/dialog.js';
import { Form, TextField } from '../../ui/form.js';
import { useAction } from '../../ui/use-action.js';
import { useAttempt } from '../../ui/use-attempt.js';
import { AssetFields } from './asset-fields.js';
import { FeesFields } from './fees-fields.js';
import { MoreSettings } from './more-settings.js';
import { type AssetDraft, fieldsOf, newAsset, newDraft } from './session-draft.js';

/** The maximum number of markets of a new session. */
const MAX_ASSETS = 20;

const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** Settings that are always shown. If the service refuses one of the other settings, the folded settings are opened. */
const SHOWN = /^(name|initialBalance|accountCurrency|feesConfig|assets)/;

/** A form that creates a session. By default, the session trades the project's symbol. */
export function NewSessionForm(props: { project: Project; close: () => void; done: (id: string) => void }) {
  const { project, close, done } = props;
  const [draft, setDraft] = useState(() => newDraft(project.symbol, project.timeframe, HERE));
  const fields = fieldsOf(project.id, draft);
  const attempt = useAttempt(fields);
  const action = useAction();
  const { problem } = action;
  const setAsset = (index: number, asset: AssetDraft) =>
    setDraft({ ...draft, assets: draft.assets.with(index, asset) });
  return (
    <Dialog title="New session" close={close} isWide>
      <Form
        action={action}
        submit={async () => done(await createSession(fields, attempt))}
        label="Create"
        cancel={close}
      >
        <TextField
          label="Name"
          name="name"
          value={draft.name}
          change={(name) => setDraft({ ...draft, name })}
          problem={problem}
          maxLength={200}
          isRequired
        />
        <div class="pair">
          <TextField
            label="Initial balance"
            name="initialBalance"
            type="number"
            value={draft.initialBalance}
            change={(initialBalance) => setDraft({ ...draft, initialBalance })}
            problem={problem}
            isRequired
          />
          <TextField
            label="Currency"
            name="accountCurrency"
            value={draft.accountCurrency}
            change={(accountCurrency) => setDraft({ ...draft, accountCurrency })}
            problem={problem}
            isRequired
          />
        </div>
        <FeesFields
          name="feesConfig"
          fees={draft.fees}
          change={(fees) => setDraft({ ...draft, fees })}
          problem={problem}
        />
        {draft.assets.map((asset, index) => (
          <AssetFields
            key={index}
            index={index}
            asset={asset}
            change={(changed) => setAsset(index, changed)}
            remove={
              draft.assets.length > 1
                ? () => setDraft({ ...draft, assets: draft.assets.toSpliced(index, 1) })
                : null
            }
            sessionFees={draft.fees}
            problem={problem}
          />
        ))}
        <div class="row">
          <button
            type="button"
            disabled={draft.assets.length >= MAX_ASSETS}
            onClick={() => setDraft({ ...draft, assets: [...draft.assets, newAsset('', project.timeframe)] })}
          >
            Add a market
          </button>
        </div>
        <MoreSettings
          draft={draft}
          change={setDraft}
          problem={problem}
          isOpen={problem?.details.some(({ field }) => !SHOWN.test(field)) ?? false}
        />
      </Form>
    </Dialog>
  );
}
