import { Bars } from '../../charts/bars.js';
import { Sized } from '../../charts/sized.js';
import { amountDecimals, short, signedAmount } from '../../format.js';
import type { SheetData } from '../../sheet-data.js';
import type { GroupedBy } from '../analysis.js';
import { MAX_GROUP_ROWS, byTradeCount } from './group-order.js';
import { type GroupRow, GroupTable } from '../../panels/group-table.js';
import { BREAKDOWN } from '../../panels/widths.js';

const HEIGHT = 160;

/** One breakdown of the trades. */
export interface Part {
  /** The filter whose values are the keys of the groups; null if there is no such filter. */
  readonly by: GroupedBy | null;
  readonly title: string;
  readonly rows: readonly GroupRow[];
  /** True if the groups follow each other in time, so that a bar chart shows their development. */
  readonly hasBars: boolean;
  /** The number of groups that the service left out. */
  readonly omitted: number;
}

interface BreakdownPartProps {
  readonly data: SheetData;
  readonly part: Part;
  readonly isByCount: boolean;
  /** True if all groups are shown. */
  readonly isWhole: boolean;
  /** Called when the user limits the sheet to the trades of a group. */
  readonly onGroup?: (by: GroupedBy, key: string) => void;
}

/** A breakdown as a table, and as bars of the net results if its groups follow each other in time. */
export function BreakdownPart({ data: { session }, part, isByCount, isWhole, onGroup }: BreakdownPartProps) {
  const { by, title, rows, hasBars } = part;
  const { accountCurrency: currency, initialBalance } = session;
  const decimals = amountDecimals(initialBalance);
  const ordered = isByCount ? byTradeCount(rows) : rows;
  return (
    <>
      {hasBars && (
        <Sized width={BREAKDOWN}>
          {(width) => (
            <Bars
              name={`Net by ${title.toLowerCase()}, ${currency}`}
              bars={rows.map(({ name, tradeCount, figures }) => ({
                label: name,
                value: tradeCount > 0 ? figures.plNet : null,
                n: tradeCount,
              }))}
              label={`Net, ${currency}`}
              write={(value) => signedAmount(value, decimals)}
              writeAxis={short}
              hasTable
              width={width}
              height={HEIGHT}
            />
          )}
        </Sized>
      )}
      <GroupTable
        title={title}
        place={`by-${title.toLowerCase().replace(' ', '-')}`}
        rows={isWhole ? ordered : ordered.slice(0, MAX_GROUP_ROWS)}
        currency={currency}
        decimals={decimals}
        {...(by && onGroup && { onGroup: (key: string) => onGroup(by, key) })}
      />
    </>
  );
}
