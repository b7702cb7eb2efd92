import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Banners } from '../panels/banners.js';
import { BreakdownPanel } from '../panels/breakdown-panel.js';
import { CalendarPanel } from '../panels/calendar-panel.js';
import { CandlesPanel } from '../panels/candles-panel.js';
import { DistributionPanel } from '../panels/distribution-panel.js';
import { EquityPanel } from '../panels/equity-panel.js';
import { ExcursionsPanel } from '../panels/excursions-panel.js';
import { ExitsPanel } from '../panels/exits-panel.js';
import { FiguresPanel } from '../panels/figures-panel.js';
import { Foot } from '../panels/foot.js';
import { Head } from '../panels/head.js';
import { IdealRPanel } from '../panels/ideal-r-panel.js';
import { MonteCarloPanel } from '../panels/monte-carlo-panel.js';
import { Tiles } from '../panels/tiles.js';
import { TradesPanel } from '../panels/trades-panel.js';
import type { SheetData, SheetTrade } from '../sheet-data.js';

interface SheetProps {
  readonly data: SheetData;
  /** Content next to the head, such as buttons. */
  readonly actions?: ComponentChildren;
}

/** The tear sheet of a session. */
export function Sheet({ data, actions }: SheetProps) {
  const [selected, setSelected] = useState<SheetTrade | null>(null);
  return (
    <main class="sheet">
      <Head data={data}>{actions}</Head>
      <div class="grid">
        <Banners data={data} />
        <div class="span-12">
          <Tiles data={data} />
        </div>
        <EquityPanel data={data} />
        <CandlesPanel data={data} selected={selected} onSelect={setSelected} />
        <DistributionPanel data={data} />
        <IdealRPanel data={data} />
        <MonteCarloPanel data={data} />
        <BreakdownPanel data={data} />
        <div class="span-6 stack">
          <ExitsPanel data={data} />
          <ExcursionsPanel data={data} />
        </div>
        <CalendarPanel data={data} />
        <FiguresPanel data={data} />
        <TradesPanel data={data} selected={selected} onSelect={setSelected} />
      </div>
      <Foot data={data} />
    </main>
  );
}
