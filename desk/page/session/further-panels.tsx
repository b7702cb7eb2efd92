import { BreakdownPanel } from '../../report/panels/breakdown-panel.js';
import { CalendarPanel } from '../../report/panels/calendar-panel.js';
import { ConfidencePanel } from '../../report/panels/confidence-panel.js';
import { CostsPanel } from '../../report/panels/costs-panel.js';
import { DistributionPanel } from '../../report/panels/distribution-panel.js';
import { DrawdownsPanel } from '../../report/panels/drawdowns-panel.js';
import { ExcursionsPanel } from '../../report/panels/excursions-panel.js';
import { ExitsPanel } from '../../report/panels/exits-panel.js';
import { FiguresPanel } from '../../report/panels/figures-panel.js';
import { FillsPanel } from '../../report/panels/fills-panel.js';
import { Foot } from '../../report/panels/foot.js';
import { HindsightPanel } from '../../report/panels/hindsight-panel.js';
import { IdealRPanel } from '../../report/panels/ideal-r-panel.js';
import { MarkedEquityPanel } from '../../report/panels/marked-equity-panel.js';
import { MonteCarloPanel } from '../../report/panels/monte-carlo-panel.js';
import { RollingPanel } from '../../report/panels/rolling-panel.js';
import { SizingPanel } from '../../report/panels/sizing-panel.js';
import { TimingPanel } from '../../report/panels/timing-panel.js';
import type { SheetData } from '../../report/sheet-data.js';

interface FurtherPanelsProps {
  readonly data: SheetData;
  readonly onMonth: (month: string) => void;
  readonly onWindow: (days: number) => void;
}

/** The panels below the first view. Their script is loaded after the first view. */
export const FurtherPanels = (props: FurtherPanelsProps) => (
  <>
    {props.data.stats?.tradeCount !== 0 && <Panels {...props} />}
    <Foot data={props.data} />
  </>
);

const Panels = ({ data, onMonth, onWindow }: FurtherPanelsProps) => (
  <>
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
    <RollingPanel data={data} onWindow={onWindow} />
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
    <CalendarPanel data={data} onMonth={onMonth} />
    <BreakdownPanel data={data} />
    <FiguresPanel data={data} />
  </>
);
