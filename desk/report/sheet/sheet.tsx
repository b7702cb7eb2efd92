import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Banners } from '../panels/banners.js';
import { CandlesPanel } from '../panels/candles-panel.js';
import { ExplainerContext } from '../explainer.js';
import { EquityPanel } from '../panels/equity-panel.js';
import { EvidencePanel } from '../panels/evidence-panel.js';
import { Foot } from '../panels/foot.js';
import { Head } from '../panels/head.js';
import { Tiles } from '../panels/tiles.js';
import { TradesPanel } from '../panels/trades-panel.js';
import type { PanelRows } from '../analyses/analyses.js';
import { LowerPanels } from './lower-panels.js';
import type { SheetData, SheetTrade } from '../sheet-data.js';

interface SheetProps {
  readonly data: SheetData;
  /** The panels below the candles. */
  readonly rows: PanelRows;
  /** Content next to the head, such as buttons. */
  readonly actions?: ComponentChildren;
}

/** The tear sheet of a session. */
export function Sheet({ data, rows, actions }: SheetProps) {
  const [selected, setSelected] = useState<SheetTrade | null>(null);
  return (
    <ExplainerContext.Provider value={{ explanations: data.explanations ?? {} }}>
      <main class="sheet">
        <Head data={data}>{actions}</Head>
        <div class="rows">
          <Banners data={data} />
          <Tiles data={data} />
          <EvidencePanel data={data} />
          <EquityPanel data={data} />
          <CandlesPanel data={data} selected={selected} onSelect={setSelected} />
          <LowerPanels rows={rows} data={data} />
          <TradesPanel data={data} selected={selected} onSelect={setSelected} />
        </div>
        <Foot data={data} />
      </main>
    </ExplainerContext.Provider>
  );
}
