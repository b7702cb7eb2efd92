import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { ApiProblem } from '../../api/problem.js';
import type { Action } from './use-action.js';
import { ProblemNotice } from './problem-notice.js';

/** A form with its buttons and the messages about refused fields. A script sends the input of the form. */
export function Form(props: {
  action: Action;
  submit: () => Promise<void>;
  label: string;
  cancel?: () => void;
  cancelLabel?: string | undefined;
  isDangerous?: boolean;
  children: ComponentChildren;
}) {
  const { isRunning, problem, run } = props.action;
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        run(props.submit);
      }}
    >
      {props.children}
      {problem && <ProblemNotice problem={problem} />}
      <footer>
        {props.cancel && (
          <button type="button" onClick={props.cancel}>
            {props.cancelLabel ?? 'Cancel'}
          </button>
        )}
        <button type="submit" class={props.isDangerous ? 'danger' : 'primary'} aria-disabled={isRunning}>
          {isRunning ? `${props.label} …` : props.label}
        </button>
      </footer>
    </form>
  );
}

interface FieldProps {
  readonly label: string;
  readonly name: string;
  readonly problem?: ApiProblem | null;
  readonly hint?: string;
}

/** Returns the API's message about a field such as `assets[0].symbol`. */
const messageFor = ({ name, problem }: FieldProps): string | undefined =>
  problem?.details.find(
    ({ field }) => field === name || field.startsWith(`${name}.`) || field.startsWith(`${name}[`),
  )?.message;

export function TextField(
  props: FieldProps & {
    value: string;
    change: (value: string) => void;
    /** Called when the user leaves the field, or presses Enter, after a change. */
    commit?: () => void;
    type?: 'password' | 'number' | 'time';
    isRequired?: boolean;
    maxLength?: number;
    /** Values that the browser suggests while the user types. */
    suggestions?: readonly string[];
  },
) {
  const id = useId();
  const message = messageFor(props);
  const attributes = {
    id,
    name: props.name,
    value: props.value,
    required: props.isRequired,
    list: props.suggestions && `${id}-list`,
    maxLength: props.maxLength,
    autocomplete: 'off',
    spellcheck: false,
    'aria-invalid': message !== undefined,
    'aria-describedby': message || props.hint ? `${id}-hint` : undefined,
    onInput: (event: { readonly currentTarget: HTMLInputElement }) => props.change(event.currentTarget.value),
    onChange: props.commit,
  } as const;
  return (
    <div class="field">
      <label for={id}>{props.label}</label>
      {props.type === 'number' && <input type="number" step="any" {...attributes} />}
      {props.type === 'time' && <input type="datetime-local" {...attributes} />}
      {props.type === 'password' && <input type="password" {...attributes} />}
      {props.type === undefined && <input type="text" {...attributes} />}
      {props.suggestions && (
        <datalist id={`${id}-list`}>
          {props.suggestions.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      )}
      <Hint id={`${id}-hint`} message={message} hint={props.hint} />
    </div>
  );
}

export function LongTextField(
  props: FieldProps & { value: string; change: (value: string) => void; rows?: number },
) {
  const id = useId();
  const message = messageFor(props);
  return (
    <div class="field">
      <label for={id}>{props.label}</label>
      <textarea
        id={id}
        name={props.name}
        rows={props.rows ?? 3}
        value={props.value}
        aria-invalid={message !== undefined}
        aria-describedby={message || props.hint ? `${id}-hint` : undefined}
        onInput={(event) => props.change(event.currentTarget.value)}
      />
      <Hint id={`${id}-hint`} message={message} hint={props.hint} />
    </div>
  );
}

export function ChoiceField(
  props: FieldProps & {
    value: string;
    change: (value: string) => void;
    options: readonly (readonly [value: string, label: string])[];
  },
) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{props.label}</label>
      <select
        id={id}
        name={props.name}
        value={props.value}
        onChange={(event) => props.change(event.currentTarget.value)}
      >
        {props.options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Hint id={`${id}-hint`} message={messageFor(props)} hint={props.hint} />
    </div>
  );
}

function Hint({ id, message, hint }: { id: string; message: string | undefined; hint: string | undefined }) {
  if (message) {
    return (
      <p id={id} class="small down">
        This field {message}.
      </p>
    );
  }
  return hint ? (
    <p id={id} class="small quiet">
      {hint}
    </p>
  ) : null;
}
