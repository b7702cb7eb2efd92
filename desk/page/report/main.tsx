import { hydrate } from 'preact';
import { PANEL_GROUPS, loadPanels } from '../../report/analyses/analyses.js';
import { unpackSheet } from '../../report/packed/pack-sheet.js';
import type { PackedSheet } from '../../report/packed/packed-sheet.js';
import { Sheet } from '../../report/sheet/sheet.js';
import '../../report/sheet/sheet.css';

const packed = JSON.parse(document.getElementById('data')!.textContent) as PackedSheet;

// The service has rendered this sheet from the same data. This call makes the sheet interactive.
void loadPanels(PANEL_GROUPS).then((panels) =>
  hydrate(<Sheet data={unpackSheet(packed)} panels={panels} />, document.getElementById('report')!),
);
