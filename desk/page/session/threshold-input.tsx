import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { MAX_THRESHOLD } from '../router/route.js';

/** Pause after typing before figures are requested, ms. */
const TYPING_MS = 1_000;

/**
 * The input for the break-even threshold: the largest result that counts as break-even. The threshold is part of the
 * address.
 */
export function ThresholdInput(props: {
  threshold: number;
  change: (threshold: number) => void;
  currency: string;
}) {
  const { threshold, currency } = props;
  const [text, setText] = useState(String(threshold));
  const id = useId();
  const changing = useRef(props.change);
  changing.current = props.change;
  useEffect(() => {
    const typed = Number(text);
    if (text === '' || typed === threshold || !(typed >= 0 && typed <= MAX_THRESHOLD)) return;
    const timer = setTimeout(() => changing.current(typed), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, threshold]);
  return (
    // A click in a menu is a choice, which would close the menu.
    <div class="threshold" onClick={(event) => event.stopPropagation()}>
      <label for={id} title="Results up to this amount, either way, count as break-even">
        Break-even up to, {currency}
      </label>
      <input
        id={id}
        type="number"
        min={0}
        max={MAX_THRESHOLD}
        step="any"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
    </div>
  );
}
