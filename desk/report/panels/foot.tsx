import { moment } from '../dates.js';
import type { SheetData } from '../sheet-data.js';

/** The source of the figures and the notice of the charting library. */
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

/** The attribution that the NOTICE of lightweight-charts requires. */
export const Attribution = () => (
  <p>
    Charting by <a href="https://www.tradingview.com/">TradingView</a>: TradingView Lightweight Charts™,
    Copyright (c) 2025 TradingView, Inc.{' '}
    <a href="https://www.tradingview.com/">https://www.tradingview.com/</a>
  </p>
);
