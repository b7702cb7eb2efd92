import { useEffect, useState } from 'preact/hooks';

const TYPING_MS = 300;

interface SearchFieldProps {
  readonly value: string;
  readonly change: (value: string) => void;
  readonly label?: string;
  readonly placeholder?: string;
}

/** A field whose text takes effect after a pause in typing. */
export function SearchField(props: SearchFieldProps) {
  const { value, change, label = 'Search by name', placeholder = 'Search' } = props;
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
      aria-label={label}
      placeholder={placeholder}
      maxLength={100}
      value={text}
      onInput={(event) => setText(event.currentTarget.value)}
    />
  );
}
