import { moment } from '../dates.js';
import type { SheetData } from '../sheet-data.js';

/** Where the figures come from, and whose work the candles are drawn with. */
export function Foot({
  data: { stats, session, generatedAt, breakEvenThreshold },
}: {
  readonly data: SheetData;
}) {
  const { accountTimezone: timeZone, accountCurrency, id } = session;
  return (
    <footer class="foot">
      <p>
        {stats && `Formulas ${stats.calculationVersion} · `}break-even threshold {breakEvenThreshold}{' '}
        {accountCurrency} · times in {timeZone} · generated {moment(generatedAt, timeZone)} · session {id}
      </p>
      <Attribution />
    </footer>
  );
}

/** As the NOTICE of lightweight-charts asks for. */
export const Attribution = () => (
  <p>
    Charting by <a href="https://www.tradingview.com/">TradingView</a>: TradingView Lightweight Charts™,
    Copyright (c) 2025 TradingView, Inc.{' '}
    <a href="https://www.tradingview.com/">https://www.tradingview.com/</a>
  </p>
);
