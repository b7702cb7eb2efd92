import { Foot } from '../../report/panels/foot.js';
import { LowerPanels } from '../../report/sheet/lower-panels.js';
import type { GroupedBy } from '../../report/panels/breakdown-part.js';
import type { SheetData } from '../../report/sheet-data.js';

export { RestPanel } from './rest-panel.js';

interface FurtherPanelsProps {
  readonly data: SheetData;
  readonly onMonth: (month: string) => void;
  readonly onWindow: (days: number) => void;
  readonly onGroup: (by: GroupedBy, key: string) => void;
}

/** The panels below the first view. Their script is loaded after the first view. */
export const FurtherPanels = (props: FurtherPanelsProps) => (
  <>
    {props.data.stats?.tradeCount !== 0 && <LowerPanels {...props} />}
    <Foot data={props.data} />
  </>
);
