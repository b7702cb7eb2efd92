import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Banners } from '../panels/banners.js';
import { CandlesPanel } from '../panels/candles-panel.js';
import { ExplainerContext } from '../explainer.js';
import { EquityPanel } from '../panels/equity-panel.js';
import { EvidencePanel } from '../panels/evidence-panel.js';
import { Foot } from '../panels/foot.js';
import { Head } from '../panels/head.js';
import { NO_TRADES } from '../panels/no-trades.js';
import { Empty, Panel } from '../panels/panel.js';
import { Tiles } from '../panels/tiles.js';
import { TradesPanel } from '../panels/trades-panel.js';
import { type LoadedPanels, PANEL_GROUPS } from '../analyses/analyses.js';
import { GroupRows } from './group-rows.js';
import { GroupTitle } from './group-title.js';
import { Opening } from './opening.js';
import { PanelIndex } from './panel-index.js';
import type { SheetData, SheetTrade } from '../sheet-data.js';

interface SheetProps {
  readonly data: SheetData;
  readonly panels: LoadedPanels;
  /** Content next to the head, such as buttons. */
  readonly actions?: ComponentChildren;
}

/** The tear sheet of a session. */
export function Sheet({ data, panels, actions }: SheetProps) {
  return (
    <ExplainerContext.Provider value={{ explanations: data.explanations ?? {} }}>
      <main class="sheet">
        <Head data={data}>{actions}</Head>
        <Banners data={data} />
        {data.stats?.tradeCount === 0 ? (
          <div class="rows">
            <Tiles data={data} />
            <Panel id="trades" title="Trades">
              <Empty>{NO_TRADES}</Empty>
            </Panel>
          </div>
        ) : (
          <Groups data={data} panels={panels} />
        )}
        <Foot data={data} />
      </main>
    </ExplainerContext.Provider>
  );
}

const FIRST = PANEL_GROUPS[0]!;

function Groups({ data, panels }: Omit<SheetProps, 'actions'>) {
  const [selected, setSelected] = useState<SheetTrade | null>(null);
  const own = {
    evidence: <EvidencePanel data={data} />,
    candles: <CandlesPanel data={data} selected={selected} onSelect={setSelected} />,
    trades: <TradesPanel data={data} selected={selected} onSelect={setSelected} />,
  };
  return (
    <div class="rows">
      <PanelIndex groups={PANEL_GROUPS} data={data} />
      <div class="group">
        <GroupTitle group={FIRST} />
        <Opening data={data} equity={<EquityPanel data={data} />} />
      </div>
      {PANEL_GROUPS.map((group) => (
        <div key={group.id} class="group">
          {group !== FIRST && <GroupTitle group={group} />}
          <GroupRows group={group} panels={panels} own={own} data={data} />
        </div>
      ))}
    </div>
  );
}
