/** The panels of the last groups: if it went on, when and where, and all figures. */
export { Foot } from '../../report/panels/foot.js';
export { CandlesPanel } from '../candles/candles-panel.js';
export { TradesPanel } from '../trades/trades-panel.js';
export { loadGroups } from './load-groups.js';
