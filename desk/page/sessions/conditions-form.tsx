import { useState } from 'preact/hooks';

/** A field for conditions in the syntax of the API. */
export function ConditionsForm({ where, apply }: { where: string; apply: (where: string) => void }) {
  const [text, setText] = useState(where);
  return (
    <form
      class="inputs conditions"
      onSubmit={(event) => {
        event.preventDefault();
        apply(text.trim());
      }}
    >
      <input
        type="text"
        aria-label="Conditions"
        placeholder="parameters.fast<3,plNet>=-50"
        maxLength={500}
        spellcheck={false}
        autocomplete="off"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit">Filter</button>
      {where !== '' && (
        <button type="button" onClick={() => apply('')}>
          Show all
        </button>
      )}
    </form>
  );
}
