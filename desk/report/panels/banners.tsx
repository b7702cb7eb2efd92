import type { SheetData } from '../sheet-data.js';

const DOUBTFUL = new Set(['shifted', 'zone', 'no-fit', 'unit']);

/** Notices that are shown before the figures. */
export function Banners({ data }: { readonly data: SheetData }) {
  const { timestamps, stats, excursions, exits, slice } = data;
  const isPending = [stats?.idealRAnalysis, excursions, exits].some((part) => part?.state === 'pending');
  return (
    <>
      {timestamps && DOUBTFUL.has(timestamps.verdict) && (
        <p class="banner span-12" role="note">
          <strong>Check the times of the trades.</strong> {timestamps.message}
          {slice && ' This is about all trades, not only those of the filters.'}
        </p>
      )}
      {isPending && (
        <p class="banner pending span-12" role="status">
          Candles are loading. Figures that need them appear when they are loaded.
        </p>
      )}
    </>
  );
}
