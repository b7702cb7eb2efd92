import { useState } from 'preact/hooks';
import { FEEDS } from '../../../src/shared/market/feeds.js';
import { INTERVALS } from '../../../src/shared/market/intervals.js';
import { count, plural } from '../../report/format.js';
import { range } from '../../report/dates.js';
import { ChoiceField, TextField } from '../ui/form.js';
import type { ImportedCandles } from '../../api/candles.js';
import type { CandleFile, CandleFiles, WantedMarket } from './candle-files.js';

const INTERVAL_OPTIONS = [['', 'Choose'], ...INTERVALS.map((one) => [one, one] as const)] as const;
const FEED_OPTIONS = FEEDS.map((feed) => [feed, feed] as const);

/** A file with candles: its series, and what would be stored or was stored. */
export function CandleFileRow(props: {
  file: CandleFile;
  markets: readonly WantedMarket[];
  candles: CandleFiles;
  isDisabled: boolean;
}) {
  const { file, candles, isDisabled } = props;
  const { id, series, phase, counts, problem } = file;
  const { name } = file.file;
  const [isEditing, setEditing] = useState(phase === 'asking');
  const isStored = phase === 'stored' || phase === 'storing';
  return (
    <fieldset class="candle-file" disabled={isDisabled}>
      <legend class="hidden-text">{name}</legend>
      <div class="candle-head">
        <strong>{name}</strong>
        <span class="small quiet">
          {Object.values(series)
            .filter((part) => part !== '')
            .join(' · ')}
        </span>
        {!isStored && (
          <span class="row">
            {!isEditing && (
              <button type="button" class="plain" onClick={() => setEditing(true)}>
                Change<span class="hidden-text"> the series of {name}</span>
              </button>
            )}
            <button
              type="button"
              class="plain"
              aria-label={`Leave out ${name}`}
              onClick={() => candles.leaveOut(id)}
            >
              ✕
            </button>
          </span>
        )}
      </div>
      {isEditing && !isStored && <SeriesFields {...props} />}
      <p role="status" class={phase === 'stored' ? 'up' : phase === 'refused' ? 'down' : ''}>
        {problem && phase === 'refused' ? problem.message : statusOf(file)}
      </p>
      {counts && counts.changed > 0 && phase === 'read' && (
        <label class="check">
          <input
            type="checkbox"
            checked={file.isReplacing}
            onChange={(event) => candles.setReplacing(id, event.currentTarget.checked)}
          />
          <span>
            Replace the {plural(counts.changed, 'stored candle')} that {counts.changed === 1 ? 'has' : 'have'}{' '}
            other figures, for all workspaces
          </span>
        </label>
      )}
    </fieldset>
  );
}

function SeriesFields({ file, markets, candles }: Parameters<typeof CandleFileRow>[0]) {
  const { id, series, problem } = file;
  const [symbol, setSymbol] = useState(series.symbol);
  return (
    <div class="triple">
      <TextField
        label="Symbol"
        name="symbol"
        value={symbol}
        change={setSymbol}
        commit={() => candles.setSeries(id, { symbol: symbol.trim().toUpperCase() })}
        problem={problem}
        suggestions={markets.map((market) => market.symbol)}
      />
      <ChoiceField
        label="Interval"
        name="interval"
        value={series.interval}
        change={(interval) => candles.setSeries(id, { interval })}
        options={INTERVAL_OPTIONS}
        problem={problem}
      />
      <ChoiceField
        label="Feed"
        name="feed"
        value={series.feed}
        change={(feed) => candles.setSeries(id, { feed })}
        options={FEED_OPTIONS}
        problem={problem}
      />
    </div>
  );
}

function statusOf({ phase, counts, series: { symbol, interval } }: CandleFile): string {
  if (phase === 'asking') return 'The name of the file does not say which candles these are.';
  if (phase === 'waiting') return 'Waiting …';
  if (phase === 'reading') return 'Reading …';
  if (phase === 'storing') return 'Storing …';
  if (!counts) return '';
  if (phase === 'stored') {
    return `${plural(counts.inserted + counts.changed, 'candle')} of ${symbol} ${interval} stored.`;
  }
  return countsOf(counts);
}

/** Returns what would be stored, such as "44,640 new candles, 1 to 31 Aug 2023, 2 gaps." */
function countsOf({ inserted, changed, unchanged, leftOut, from, to, gaps }: ImportedCandles): string {
  if (inserted + changed === 0)
    return unchanged > 0 ? 'All candles are stored already.' : 'No candle of the file has closed.';
  const parts = [
    inserted > 0 && plural(inserted, 'new candle'),
    // The end is exclusive.
    range(from, to && to - 1, 'UTC'),
    unchanged > 0 && `${count(unchanged)} stored before`,
    changed > 0 && `${count(changed)} with other figures than the stored ones`,
    gaps > 0 && plural(gaps, 'gap'),
    leftOut > 0 && `${count(leftOut)} not closed yet`,
  ];
  return `${parts.filter((part) => part !== false).join(', ')}.`;
}
