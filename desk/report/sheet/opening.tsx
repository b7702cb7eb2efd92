import type { ComponentChildren } from 'preact';
import { EvidenceLine } from '../panels/evidence-line.js';
import { Tiles } from '../panels/tiles.js';
import type { SheetData } from '../sheet-data.js';

interface OpeningProps {
  readonly data: SheetData;
  /** The panel of the equity curve. */
  readonly equity: ComponentChildren;
  /** Called with the id of a panel that the user chose. If undefined, panels are links within the file. */
  readonly onPanel?: (panel: string) => void;
}

/**
 * The first screen of a sheet shows the equity curve, the main figures beside it, and the evidence in one line. In a
 * narrow window, the figures are above the others.
 */
export const Opening = ({ data, equity, ...links }: OpeningProps) => (
  <div class="opening">
    <Tiles data={data} />
    <EvidenceLine data={data} {...links} />
    {equity}
  </div>
);
