import type { ComponentChildren } from 'preact';
import type { SheetData } from '../sheet-data.js';
import type { PanelId } from './panel-ids.js';

interface PanelProps {
  readonly title: string;
  /** The id to which the index and the questions of the evidence lead; missing if neither does. */
  readonly id?: PanelId;
  /** A text next to the title, such as the number of trades. */
  readonly about?: ComponentChildren;
  /** Buttons, which work only if scripts run. */
  readonly tools?: ComponentChildren;
  /** True if the card may be longer than a page of paper. */
  readonly isLong?: boolean;
  /** True if the card gets more than half of the width that it shares with the card beside it. */
  readonly isWide?: boolean;
  readonly children: ComponentChildren;
}

/** A card of the sheet. */
export const Panel = ({ title, id, about, tools, isLong = false, isWide = false, children }: PanelProps) => (
  <section id={id} tabIndex={id && -1} class={`card${isLong ? ' long' : ''}${isWide ? ' wide' : ''}`}>
    <div class="card-head">
      <h2>{title}</h2>
      {about && <span class="quiet">{about}</span>}
      {tools && <div class="tools">{tools}</div>}
    </div>
    {children}
  </section>
);

/** A sentence that is shown if there is nothing to draw. */
export const Empty = ({ children }: { readonly children: ComponentChildren }) => (
  <p class="empty">{children}</p>
);

/** A note that a panel covers all trades, shown if the sheet has filters. */
export const AllTradesNote = ({ data }: { readonly data: SheetData }) =>
  data.slice ? (
    <p class="note">About all trades, because the filters of the sheet do not apply here.</p>
  ) : null;

/** A placeholder for content that is still loading. */
export const Skeleton = ({ height }: { readonly height: number }) => (
  <svg class="skeleton" width="100%" height={height} role="img" aria-label="Loading" />
);

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly options: readonly (readonly [value: Value, label: string])[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A group of buttons; exactly one button is pressed. */
export const Choice = <Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) => (
  <div class="choice" role="group" aria-label={label}>
    {options.map(([option, name]) => (
      <button key={option} type="button" aria-pressed={option === value} onClick={() => onChange(option)}>
        {name}
      </button>
    ))}
  </div>
);
