import { useRef, useState } from 'preact/hooks';
import { Choice } from '../../report/panels/panel.js';
import { codeExamples } from './code-examples.js';
import { copyText } from './copy-text.js';

/** Address of the service, with its base path. The page is served below it, at `desk/`. */
const SERVICE = new URL('..', location.href).href.replace(/\/$/, '');

const OUTCOMES = { null: '', true: 'Copied', false: 'Press Ctrl+C' } as const;

/** Programs that send sessions to this service. They never contain the key. */
export function CodeCard() {
  const examples = codeExamples(SERVICE);
  const [shown, setShown] = useState(examples[0]!.language);
  const [isCopied, setCopied] = useState<boolean | null>(null);
  const code = useRef<HTMLElement>(null);
  const choose = (language: string) => {
    setShown(language);
    setCopied(null);
  };
  return (
    <section class="card start-code" aria-labelledby="start-code">
      <h2 id="start-code">Your code</h2>
      <p>
        Send sessions from any program. The examples record a session with one trade, and print the address of
        its sheet. They read your key from the environment: <code>export API_KEY=…</code>
      </p>
      <div class="row">
        <Choice
          label="Language"
          options={examples.map(({ language }) => [language, language] as const)}
          value={shown}
          onChange={choose}
        />
        <span class="row">
          <span role="status" class="small quiet">
            {OUTCOMES[`${isCopied}`]}
          </span>
          <button type="button" onClick={() => void copyText(code.current!).then(setCopied)}>
            Copy
          </button>
        </span>
      </div>
      <pre tabIndex={0} role="group" aria-label={`Example in ${shown}`}>
        <code ref={code}>{examples.find(({ language }) => language === shown)!.code}</code>
      </pre>
    </section>
  );
}
