import { useState } from 'preact/hooks';
import type { Project } from '../../api/projects.js';
import { createSession } from '../../api/sessions.js';
import { Dialog } from '../ui/dialog.js';
import { ChoiceField, Form, LongTextField, TextField } from '../ui/form.js';
import { useAction } from '../ui/use-action.js';
import { useAttempt } from '../ui/use-attempt.js';

const FEE_TYPES = [
  ['percent', 'Percent of the notional'],
  ['fixed', 'Fixed amount'],
] as const;

/** Creates a session that trades the project's symbol. */
export function NewSessionForm(props: { project: Project; close: () => void; done: (id: string) => void }) {
  const { project, close, done } = props;
  const [name, setName] = useState('');
  const [balance, setBalance] = useState('10000');
  const [currency, setCurrency] = useState('USDT');
  const [timezone, setTimezone] = useState(Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC');
  const [strategy, setStrategy] = useState('');
  const [fee, setFee] = useState('0');
  const [feeType, setFeeType] = useState('percent');
  const fields = {
    projectId: project.id,
    name,
    initialBalance: Number(balance),
    accountCurrency: currency,
    accountTimezone: timezone,
    strategy,
    assets: [{ timeframe: project.timeframe }],
    feesConfig: { entryFee: Number(fee), exitFee: Number(fee), type: feeType },
  };
  const attempt = useAttempt(fields);
  const action = useAction();
  const { problem } = action;
  return (
    <Dialog title="New session" close={close}>
      <Form
        action={action}
        submit={async () => done(await createSession(fields, attempt))}
        label="Create"
        cancel={close}
      >
        <TextField label="Name" name="name" value={name} change={setName} problem={problem} isRequired />
        <div class="pair">
          <TextField
            label="Initial balance"
            name="initialBalance"
            type="number"
            value={balance}
            change={setBalance}
            problem={problem}
            isRequired
          />
          <TextField
            label="Currency"
            name="accountCurrency"
            value={currency}
            change={setCurrency}
            problem={problem}
            isRequired
          />
        </div>
        <div class="pair">
          <TextField
            label="Fee of an entry, and of an exit"
            name="feesConfig"
            type="number"
            value={fee}
            change={setFee}
            problem={problem}
          />
          <ChoiceField
            label="Fees are a"
            name="feeType"
            value={feeType}
            change={setFeeType}
            options={FEE_TYPES}
          />
        </div>
        <TextField
          label="Time zone of the account"
          name="accountTimezone"
          value={timezone}
          change={setTimezone}
          problem={problem}
          hint="Days, hours and weekdays use this time zone."
          isRequired
        />
        <LongTextField
          label="Strategy"
          name="strategy"
          value={strategy}
          change={setStrategy}
          problem={problem}
          rows={2}
        />
      </Form>
    </Dialog>
  );
}
