/** The panels below the first view: how it went, and whether it could be luck. */
export { EvidencePanel } from '../../report/panels/evidence-panel.js';
export { PanelIndex } from '../../report/sheet/panel-index.js';
export { loadGroups } from './load-groups.js';
export { RestPanel } from './rest-panel.js';
