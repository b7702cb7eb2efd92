import { useState } from 'preact/hooks';
import { type Session, copySession } from '../../api/sessions.js';
import { plural } from '../../report/format.js';
import { Dialog } from '../ui/dialog.js';
import { Form, TextField } from '../ui/form.js';
import { useAction } from '../ui/use-action.js';
import { useAttempt } from '../ui/use-attempt.js';

/** A form that copies a session into a new active session. */
export function CopyForm(props: { session: Session; close: () => void; done: (id: string) => void }) {
  const { session, close, done } = props;
  const [name, setName] = useState(`${session.name.slice(0, 190)} (copy)`);
  const [withTrades, setWithTrades] = useState(true);
  const attempt = useAttempt({ name, withTrades });
  const action = useAction();
  return (
    <Dialog title="Copy session" close={close}>
      <Form
        action={action}
        submit={async () => done(await copySession(session.id, { name, withTrades }, attempt))}
        label="Copy"
        cancel={close}
      >
        <TextField
          label="Name"
          name="name"
          value={name}
          change={setName}
          problem={action.problem}
          isRequired
        />
        <label class="check">
          <input
            type="checkbox"
            checked={withTrades}
            onChange={(event) => setWithTrades(event.currentTarget.checked)}
          />
          With its {plural(session.summary.tradeCount, 'trade')}
        </label>
      </Form>
    </Dialog>
  );
}
