import { useState } from 'preact/hooks';
import { count } from '../../report/format.js';

/** The number of chips that are shown until the user shows all. */
const MAX_CHIPS = 12;

interface TagChipsProps {
  /** The tags of the session, each with its number of trades. */
  readonly tags: readonly { readonly key: string | null; readonly tradeCount: number }[];
  readonly chosen: string | null;
  readonly choose: (tag: string | null) => void;
}

/** The tags of a session as chips, the most frequent first. A chip filters the list of trades. */
export function TagChips({ tags, chosen, choose }: TagChipsProps) {
  const [isWhole, setWhole] = useState(false);
  const named = tags.flatMap(({ key, tradeCount }) => (key === null ? [] : [{ tag: key, tradeCount }]));
  if (named.length === 0 && chosen === null) return null;
  const sorted = named.toSorted((a, b) => b.tradeCount - a.tradeCount);
  const shown = sorted.filter(({ tag }, place) => isWhole || place < MAX_CHIPS || tag === chosen);
  const isUnknown = chosen !== null && !shown.some(({ tag }) => tag === chosen);
  const chip = (tag: string, tradeCount: number | null) => (
    <button
      key={tag}
      type="button"
      class="tag"
      aria-pressed={tag === chosen}
      onClick={() => choose(tag === chosen ? null : tag)}
    >
      {tag} {tradeCount !== null && <span class="quiet">{count(tradeCount)}</span>}
    </button>
  );
  return (
    <div class="tags chips" role="group" aria-label="Tags of the trades to show">
      {isUnknown && chip(chosen, null)}
      {shown.map(({ tag, tradeCount }) => chip(tag, tradeCount))}
      {shown.length < sorted.length && (
        <button type="button" class="plain" onClick={() => setWhole(true)}>
          {count(sorted.length - shown.length)} more
        </button>
      )}
    </div>
  );
}
