import { AllTradesNote, Empty, Panel, Skeleton } from '../../panels/panel.js';
import type { SheetData } from '../../sheet-data.js';

/** The check of the times against the candles, in a sentence. */
export default function TimestampsPanel({ data }: { readonly data: SheetData }) {
  const { timestamps } = data;
  return (
    <Panel id="timestamps" title="Times of the trades">
      {timestamps ? <Empty>{timestamps.message}</Empty> : <Skeleton height={20} />}
      {timestamps && <AllTradesNote data={data} />}
    </Panel>
  );
}
