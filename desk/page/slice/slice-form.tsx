import { useState } from 'preact/hooks';
import type { Session } from '../../api/sessions.js';
import type { SheetData } from '../../report/sheet-data.js';
import { weekdayName } from '../../report/dates.js';
import { ChoiceField, Form, TextField } from '../ui/form.js';
import { Dialog } from '../ui/dialog.js';
import { useAction } from '../ui/use-action.js';
import { type Slice, WHOLE_SESSION } from '../router/slice.js';
import { datesOf, spanOf } from './span-dates.js';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

export interface SliceProps {
  readonly session: Session;
  readonly data: SheetData;
  readonly slice: Slice;
  readonly setSlice: (slice: Partial<Slice>) => void;
}

/** A form with all filters of the sheet. All filters are applied together, so that each figure is requested once. */
export function SliceForm({ session, data, slice, setSlice, close }: SliceProps & { close: () => void }) {
  const { accountTimezone: timeZone, summary } = session;
  const [draft, setDraft] = useState<Slice>(slice);
  const [dates, setDates] = useState(datesOf(slice.span, timeZone));
  const action = useAction();
  const change = (part: Partial<Slice>) => setDraft({ ...draft, ...part });
  const changeDates = (part: Partial<typeof dates>) => {
    const changed = { ...dates, ...part };
    setDates(changed);
    change({ span: spanOf(changed, summary, timeZone) });
  };
  const symbols = [...new Set(session.assets.map(({ symbol }) => symbol))];
  return (
    <Dialog title="Filter the sheet" close={close}>
      <Form
        action={action}
        label="Apply"
        cancel={close}
        submit={async () => {
          setSlice({ ...draft, tag: draft.tag?.trim() || null });
          close();
        }}
      >
        <p class="small quiet">All panels then show only these trades. Times are in {timeZone}.</p>
        <div class="pair">
          <ChoiceField
            label="Side"
            name="side"
            value={draft.side ?? ''}
            change={(side) => change({ side: side === 'long' || side === 'short' ? side : null })}
            options={[
              ['', 'both'],
              ['long', 'long'],
              ['short', 'short'],
            ]}
          />
          <ChoiceField
            label="Symbol"
            name="symbol"
            value={draft.symbol ?? ''}
            change={(symbol) => change({ symbol: symbol || null })}
            options={[['', 'all'], ...symbols.map((symbol) => [symbol, symbol] as const)]}
          />
        </div>
        <TextField
          label="Tag"
          name="tag"
          value={draft.tag ?? ''}
          change={(tag) => change({ tag: tag || null })}
          maxLength={40}
          suggestions={(data.byTag?.groups ?? []).flatMap(({ key }) => (key === null ? [] : [key]))}
        />
        <Toggles
          legend="Weekdays of the entries"
          values={WEEKDAYS}
          nameOf={weekdayName}
          chosen={draft.weekdays}
          choose={(weekdays) => change({ weekdays })}
        />
        <Toggles
          legend="Hours of the entries"
          values={HOURS}
          nameOf={String}
          chosen={draft.hours}
          choose={(hours) => change({ hours })}
        />
        <fieldset class="pair dates">
          <legend>Days of the exits</legend>
          {(['from', 'to'] as const).map((bound) => (
            <input
              key={bound}
              type="date"
              aria-label={`Days of the exits, ${bound}`}
              value={dates[bound]}
              onChange={(event) => changeDates({ [bound]: event.currentTarget.value })}
            />
          ))}
        </fieldset>
        <button
          type="button"
          class="plain start"
          onClick={() => {
            setDraft(WHOLE_SESSION);
            setDates(datesOf(null, timeZone));
          }}
        >
          No filters
        </button>
      </Form>
    </Dialog>
  );
}

interface TogglesProps {
  readonly legend: string;
  readonly values: readonly number[];
  readonly nameOf: (value: number) => string;
  readonly chosen: readonly number[];
  readonly choose: (chosen: readonly number[]) => void;
}

/**
 * A group of buttons, one for each number. The user can select any number of buttons. If no button is selected, all
 * numbers pass the filter.
 */
const Toggles = ({ legend, values, nameOf, chosen, choose }: TogglesProps) => (
  <fieldset class="toggles">
    <legend>
      {legend}
      {chosen.length === 0 && <span class="quiet">: all</span>}
    </legend>
    {values.map((value) => (
      <button
        key={value}
        type="button"
        aria-pressed={chosen.includes(value)}
        onClick={() =>
          choose(values.filter((each) => (each === value ? !chosen.includes(each) : chosen.includes(each))))
        }
      >
        {nameOf(value)}
      </button>
    ))}
  </fieldset>
);
