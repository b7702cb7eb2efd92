import { useEffect, useRef, useState } from 'preact/hooks';
import { isKeyRefused, useKeyFromNowOn } from '../api/key.js';
import { checkKey } from '../api/check-key.js';
import { notAccepted } from '../api/problem.js';
import { TextField } from './ui/form.js';
import { ProblemNotice } from './ui/problem-notice.js';
import { useAction } from './ui/use-action.js';

/** A form for an API key. The address does not change, so that the requested page opens once the key is accepted. */
export function KeyForm() {
  const [secret, setSecret] = useState('');
  const [remember, setRemember] = useState(false);
  const action = useAction();
  const problem = action.problem ?? (isKeyRefused() && !action.isRunning && notAccepted());
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    document.title = 'Review desk';
    form.current?.querySelector('input')?.focus();
  }, []);
  const submit = async () => {
    await checkKey(secret.trim());
    useKeyFromNowOn(secret.trim(), remember);
  };
  return (
    <main class="sheet first">
      <form
        ref={form}
        class="card form"
        onSubmit={(event) => {
          event.preventDefault();
          action.run(submit);
        }}
      >
        <h1>Review desk</h1>
        <TextField label="API key" name="key" type="password" value={secret} change={setSecret} isRequired />
        <label class="check">
          <input
            type="checkbox"
            checked={remember}
            onChange={(event) => setRemember(event.currentTarget.checked)}
          />
          Remember on this device
        </label>
        {problem && <ProblemNotice problem={problem} />}
        <button type="submit" class="primary" aria-disabled={action.isRunning}>
          Open
        </button>
        <details>
          <summary>Where is my key?</summary>
          <p>
            The first start of the service prints a key once and writes it to <code>.data/api-key</code>. The
            operator of the service creates more keys with <code>npm run keys</code>.
          </p>
          <p>
            The key stays in this tab until it is closed, or on this device if you say so. A key of scope read
            is enough to look at sessions; changing them needs write.
          </p>
        </details>
      </form>
    </main>
  );
}
