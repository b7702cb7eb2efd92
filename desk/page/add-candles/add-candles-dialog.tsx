import { useEffect, useRef, useState } from 'preact/hooks';
import { plural } from '../../report/format.js';
import { Dialog } from '../ui/dialog.js';
import { PauseNotice } from '../ui/pause-notice.js';
import { CandleFileRow } from './candle-file-row.js';
import { CandleFiles, type WantedMarket, canBeStored } from './candle-files.js';
import { CandlePicker } from './candle-picker.js';
import { TimeQuestion } from './time-question.js';

/** Stores the candles of files, after a preview of what would be stored. */
export function AddCandlesDialog({
  markets,
  close,
}: {
  markets: readonly WantedMarket[];
  close: () => void;
}) {
  const [, setTurn] = useState(0);
  const state = useRef<CandleFiles | null>(null);
  state.current ??= new CandleFiles(markets, () => setTurn((before) => before + 1));
  const candles = state.current;
  useEffect(() => () => candles.stop(), [candles]);
  const { files } = candles;
  const isStoring = files.some(({ phase }) => phase === 'storing');
  const wanted = files.filter(canBeStored).map(({ counts }) => counts!.inserted + counts!.changed);
  const many = wanted.reduce((sum, one) => sum + one, 0);
  const stored = files.filter(({ phase }) => phase === 'stored');
  const isDone = stored.length > 0 && many === 0;
  return (
    <Dialog title="Add candles" close={() => !isStoring && close()} isFull>
      <div class="text drop-body add-candles">
        <PauseNotice />
        <CandlePicker markets={markets} take={(chosen) => candles.add(chosen)} isDisabled={isStoring} />
        <TimeQuestion candles={candles} />
        {files.map((file) => (
          <CandleFileRow
            key={file.id}
            file={file}
            markets={markets}
            candles={candles}
            isDisabled={isStoring}
          />
        ))}
      </div>
      <footer>
        <button type="button" class={isDone ? 'primary' : ''} disabled={isStoring} onClick={close}>
          {stored.length > 0 ? 'Done' : 'Cancel'}
        </button>
        {!isDone && (
          <button
            type="button"
            class="primary"
            disabled={many === 0 || candles.isBusy}
            onClick={() => void candles.store()}
          >
            {isStoring ? 'Storing …' : many === 0 ? 'Store' : `Store ${plural(many, 'candle')}`}
          </button>
        )}
      </footer>
    </Dialog>
  );
}
