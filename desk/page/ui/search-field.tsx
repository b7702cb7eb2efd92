import { useEffect, useState } from 'preact/hooks';

const TYPING_MS = 300;

/** A field whose text applies after a pause in typing. */
export function SearchField({ value, change }: { value: string; change: (value: string) => void }) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => change(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, value, change]);
  return (
    <input
      type="search"
      aria-label="Search by name"
      placeholder="Search"
      maxLength={100}
      value={text}
      onInput={(event) => setText(event.currentTarget.value)}
    />
  );
}
