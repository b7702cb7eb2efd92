import { useState } from 'preact/hooks';
import { count, plural } from '../../report/format.js';
import { WHOLE_SESSION } from '../router/slice.js';
import { later } from '../ui/later.js';
import type { SliceProps } from './slice-form.js';
import { sliceChips } from './slice-names.js';

const SliceForm = later(async () => (await import('./slice-form.js')).SliceForm);

/** A bar with a chip for each filter of the sheet, and a control that sets filters. A chip removes its filter. */
export function SliceBar(props: SliceProps) {
  const { session, data, slice, setSlice } = props;
  const [isChoosing, setChoosing] = useState(false);
  const chips = sliceChips(slice, session.accountTimezone);
  if (data.stats?.tradeCount === 0 && chips.length === 0) return null;
  return (
    <div
      class={`slice ${chips.length > 0 ? 'set' : 'screen-only'}`}
      role="group"
      aria-label="Filters of the sheet"
    >
      <button type="button" class="screen-only" onClick={() => setChoosing(true)}>
        Filter the sheet
      </button>
      {chips.map(({ text, without }) => (
        <button
          key={text}
          type="button"
          class="tag"
          aria-label={`Remove the filter: ${text}`}
          onClick={() => setSlice(without)}
        >
          {text} <span aria-hidden="true">✕</span>
        </button>
      ))}
      {chips.length > 1 && (
        <button type="button" class="plain screen-only" onClick={() => setSlice(WHOLE_SESSION)}>
          All trades
        </button>
      )}
      {data.slice && (
        <span class="quiet" role="status">
          {count(data.slice.tradeCount)} of {plural(data.slice.of, 'trade')}
        </span>
      )}
      {isChoosing && <SliceForm {...props} close={() => setChoosing(false)} />}
    </div>
  );
}
