import { useRef } from 'preact/hooks';
import { useFileDrop } from '../drop/use-file-drop.js';
import type { WantedMarket } from './candle-files.js';

/** The endings of candle files, as the attribute `accept` of a file input. */
const CANDLE_FILES = '.csv,.tsv,.txt,.json,.zip,.gz';

const MAX_NAMED = 3;

/** Returns the file of an entry of a drop; null for a folder. */
const fileOf = (item: FileSystemEntry | File): Promise<File | null> =>
  new Promise((resolve, reject) => {
    if (item instanceof File) resolve(item);
    else if (item.isFile) (item as FileSystemFileEntry).file(resolve, reject);
    else resolve(null);
  });

/** The place where the user drops or chooses files with candles. */
export function CandlePicker(props: {
  markets: readonly WantedMarket[];
  take: (files: readonly File[]) => void;
  isDisabled: boolean;
}) {
  const { markets, take } = props;
  const input = useRef<HTMLInputElement>(null);
  const isOver = useFileDrop(
    (items) =>
      void Promise.all(items.map(fileOf)).then((files) => take(files.filter((file) => file !== null))),
    () => !props.isDisabled,
  );
  const symbols = markets.slice(0, MAX_NAMED).map(({ symbol }) => symbol);
  return (
    <div class={isOver ? 'drop over' : 'drop'}>
      <p>
        Drop files with 1m candles of {symbols.join(', ')}
        {markets.length > MAX_NAMED && ` and ${markets.length - MAX_NAMED} more`} here
      </p>
      <p>
        <button type="button" data-first disabled={props.isDisabled} onClick={() => input.current?.click()}>
          Choose files
        </button>
      </p>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={CANDLE_FILES}
        onChange={({ currentTarget }) => {
          const chosen = Array.from(currentTarget.files ?? []);
          // Without this, choosing the same file again would not be a change.
          currentTarget.value = '';
          take(chosen);
        }}
      />
      <p class="small quiet">
        freqtrade’s data as JSON, archives of the venue (zip), and csv of TradingView, MetaTrader, Dukascopy,
        CryptoDataDownload or yfinance. The analyses read 1m candles; the chart draws all intervals.
      </p>
    </div>
  );
}
