import type { GroupedBy } from '../panels/breakdown-part.js';
import { BreakdownPanel } from '../panels/breakdown-panel.js';
import { CalendarPanel } from '../panels/calendar-panel.js';
import { ConfidencePanel } from '../panels/confidence-panel.js';
import { CostsPanel } from '../panels/costs-panel.js';
import { DistributionPanel } from '../panels/distribution-panel.js';
import { DrawdownsPanel } from '../panels/drawdowns-panel.js';
import { ExcursionsPanel } from '../panels/excursions-panel.js';
import { ExitsPanel } from '../panels/exits-panel.js';
import { FiguresPanel } from '../panels/figures-panel.js';
import { FillsPanel } from '../panels/fills-panel.js';
import { HindsightPanel } from '../panels/hindsight-panel.js';
import { IdealRPanel } from '../panels/ideal-r-panel.js';
import { MarkedEquityPanel } from '../panels/marked-equity-panel.js';
import { MonteCarloPanel } from '../panels/monte-carlo-panel.js';
import { RollingPanel } from '../panels/rolling-panel.js';
import { SizingPanel } from '../panels/sizing-panel.js';
import { TimingPanel } from '../panels/timing-panel.js';
import type { SheetData } from '../sheet-data.js';

interface LowerPanelsProps {
  readonly data: SheetData;
  /** Called with a month that the user chose. */
  readonly onMonth?: (month: string) => void;
  /** Called with the days of a rolling window that the user chose. */
  readonly onWindow?: (days: number) => void;
  /** Called when the user limits the sheet to the trades of a group. */
  readonly onGroup?: (by: GroupedBy, key: string) => void;
}

/** The panels below the candles, in the order of the page and of the report. */
export const LowerPanels = ({ data, onMonth, onWindow, onGroup }: LowerPanelsProps) => (
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
    <RollingPanel data={data} {...(onWindow && { onWindow })} />
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
    <CalendarPanel data={data} {...(onMonth && { onMonth })} />
    <BreakdownPanel data={data} {...(onGroup && { onGroup })} />
    <FiguresPanel data={data} />
  </>
);
