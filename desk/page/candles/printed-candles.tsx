import type { CandleDto } from '../../../src/candles/candles.dto.js';
import { intervalMs } from '../../../src/shared/market/intervals.js';
import { CandlesChart } from '../../report/charts/candles-chart.js';
import { WHOLE } from '../../report/panels/widths.js';
import type { Findings } from '../../report/findings-by-trade.js';
import { amountDecimals } from '../../report/format.js';
import type { Session } from '../../api/sessions.js';
import type { Trade } from '../../api/trades.js';
import type { CandleWindow } from './candle-window.js';

const HEIGHT = 320;

/**
 * The candles of a printed page, which are drawn without a canvas, because a canvas would be printed in the colours of
 * the screen.
 */
export function PrintedCandles(props: {
  session: Session;
  window: CandleWindow;
  bars: readonly CandleDto[];
  selected: Trade;
  /** Findings that cast doubt on the fills of the selected trade. */
  findings: Findings;
}) {
  const { session, window, bars, selected } = props;
  const column = (name: 'ts' | 'open' | 'high' | 'low' | 'close') => bars.map((bar) => bar[name]);
  return (
    <div class="print-only">
      <CandlesChart
        candles={{
          symbol: window.symbol,
          feed: window.feed,
          intervalMs: intervalMs(window.interval),
          times: column('ts'),
          open: column('open'),
          high: column('high'),
          low: column('low'),
          close: column('close'),
        }}
        trades={[selected]}
        selected={selected}
        findings={props.findings}
        timeZone={session.accountTimezone}
        decimals={amountDecimals(session.initialBalance)}
        width={WHOLE}
        height={HEIGHT}
      />
    </div>
  );
}
