import { Popup } from '../ui/popup.js';
import { RANGE_NAMES, type RangeName } from './column-names.js';
import type { ChangeView, ListView, Range } from './list-view.js';

const LABELS: Readonly<Record<RangeName, string>> = {
  net: 'Net',
  netPct: 'Net, percent',
  winRate: 'Win rate, percent',
  trades: 'Trades',
  started: 'Started',
};

const EVERYTHING: Range = { from: '', to: '' };

/** Filters by a smallest and a largest value. */
export function RangeFilters({ view, change }: { view: ListView; change: ChangeView }) {
  const used = Object.keys(view.ranges).length;
  const set = (name: RangeName, bound: Partial<Range>) =>
    change((latest) => {
      const { [name]: before = EVERYTHING, ...others } = latest.ranges;
      const range = { ...before, ...bound };
      return { ...latest, ranges: range.from || range.to ? { ...others, [name]: range } : others };
    });
  return (
    <Popup label={used > 0 ? `Figures (${used})` : 'Figures'}>
      {RANGE_NAMES.map((name) => {
        const range = view.ranges[name] ?? EVERYTHING;
        return (
          <fieldset key={name} class="range">
            <legend>{LABELS[name]}</legend>
            <Bound name={name} label="from" value={range.from} change={(from) => set(name, { from })} />
            <Bound name={name} label="to" value={range.to} change={(to) => set(name, { to })} />
          </fieldset>
        );
      })}
    </Popup>
  );
}

function Bound(props: { name: RangeName; label: string; value: string; change: (value: string) => void }) {
  const attributes = {
    'aria-label': `${LABELS[props.name]} ${props.label}`,
    placeholder: props.label,
    value: props.value,
    // Uses `change` instead of `input`, so that the address does not change with each typed character.
    onChange: (event: { readonly currentTarget: HTMLInputElement }) =>
      props.change(event.currentTarget.value),
  };
  if (props.name === 'started') return <input type="date" {...attributes} />;
  return <input type="number" step="any" {...attributes} />;
}
