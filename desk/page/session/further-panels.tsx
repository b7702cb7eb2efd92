import { Foot } from '../../report/panels/foot.js';
import type { PanelProps } from '../../report/analyses/analysis.js';
import { loadPanels } from '../../report/analyses/analyses.js';
import { LowerPanels } from '../../report/sheet/lower-panels.js';

export { CandlesPanel } from '../candles/candles-panel.js';
export { TradesPanel } from '../trades/trades-panel.js';
export { RestPanel } from './rest-panel.js';

/** Loads the panels below the list of trades. */
export async function furtherPanels() {
  const rows = await loadPanels();
  return (props: PanelProps) => (
    <>
      {props.data.stats?.tradeCount !== 0 && <LowerPanels rows={rows} {...props} />}
      <Foot data={props.data} />
    </>
  );
}
