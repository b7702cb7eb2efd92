import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Banners } from '../panels/banners.js';
import { BreakdownPanel } from '../panels/breakdown-panel.js';
import { CalendarPanel } from '../panels/calendar-panel.js';
import { CandlesPanel } from '../panels/candles-panel.js';
import { ConfidencePanel } from '../panels/confidence-panel.js';
import { ExplainerContext } from '../explainer.js';
import { CostsPanel } from '../panels/costs-panel.js';
import { DistributionPanel } from '../panels/distribution-panel.js';
import { DrawdownsPanel } from '../panels/drawdowns-panel.js';
import { EquityPanel } from '../panels/equity-panel.js';
import { ExcursionsPanel } from '../panels/excursions-panel.js';
import { ExitsPanel } from '../panels/exits-panel.js';
import { FiguresPanel } from '../panels/figures-panel.js';
import { FillsPanel } from '../panels/fills-panel.js';
import { Foot } from '../panels/foot.js';
import { Head } from '../panels/head.js';
import { HindsightPanel } from '../panels/hindsight-panel.js';
import { IdealRPanel } from '../panels/ideal-r-panel.js';
import { MarkedEquityPanel } from '../panels/marked-equity-panel.js';
import { MonteCarloPanel } from '../panels/monte-carlo-panel.js';
import { RollingPanel } from '../panels/rolling-panel.js';
import { SizingPanel } from '../panels/sizing-panel.js';
import { Tiles } from '../panels/tiles.js';
import { TimingPanel } from '../panels/timing-panel.js';
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
    <ExplainerContext.Provider value={{ explanations: data.explanations ?? {} }}>
      <main class="sheet">
        <Head data={data}>{actions}</Head>
        <div class="rows">
          <Banners data={data} />
          <Tiles data={data} />
          <EquityPanel data={data} />
          <CandlesPanel data={data} selected={selected} onSelect={setSelected} />
          <MarkedEquityPanel data={data} />
          <div class="row-of halves">
            <TimingPanel data={data} />
            <FillsPanel data={data} />
          </div>
          <CostsPanel data={data} />
          <div class="row-of halves">
            <DrawdownsPanel data={data} />
            <ConfidencePanel data={data} />
          </div>
          <RollingPanel data={data} />
          <div class="row-of">
            <DistributionPanel data={data} />
            <IdealRPanel data={data} />
            <MonteCarloPanel data={data} />
          </div>
          <div class="row-of halves">
            <SizingPanel data={data} />
            <HindsightPanel data={data} />
          </div>
          <div class="row-of halves">
            <ExitsPanel data={data} />
            <ExcursionsPanel data={data} />
          </div>
          <CalendarPanel data={data} />
          <BreakdownPanel data={data} />
          <FiguresPanel data={data} />
          <TradesPanel data={data} selected={selected} onSelect={setSelected} />
        </div>
        <Foot data={data} />
      </main>
    </ExplainerContext.Provider>
  );
}
