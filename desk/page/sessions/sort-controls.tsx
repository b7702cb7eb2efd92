import type { LeaderboardAnswer } from '../../../src/review/selection/routes/leaderboard.dto.js';
import { DEPTHS } from '../../report/figures.js';
import { DEFAULT_FIGURES, fieldLabel } from '../selection/figure-text.js';
import { PARAMETER_PREFIX } from './column-names.js';
import type { ChangeView, ListView } from './list-view.js';
import { SESSION_SORTS, isSessionSort } from './rows-query.js';
import { sortedBy } from './table-head.js';

/**
 * Fields of the figures by which the list cannot be sorted, because they are not numbers or are equal for all sessions.
 */
const NOT_SORTED = new Set(['calculationVersion', 'breakEvenThreshold', 'expectancyComponents']);

const SESSION_LABELS: Readonly<Record<(typeof SESSION_SORTS)[number], string>> = {
  name: 'Name',
  startedAt: 'Start of the session',
  createdAt: 'Time of creation',
  status: 'Status',
  tags: 'Tags',
};

/** The page shows depths as negative numbers, but sorts them by their size. */
const ORDER_WORDS = {
  value: { desc: 'Highest first', asc: 'Lowest first' },
  depth: { desc: 'Deepest first', asc: 'Flattest first' },
} as const;

interface SortControlsProps {
  readonly view: ListView;
  readonly change: ChangeView;
  readonly parameters: readonly string[];
  readonly answer: LeaderboardAnswer | undefined;
  /** False if no session of the list is compared with luck. */
  readonly hasVerdicts: boolean;
}

/** The choice of the figure, parameter or field that sorts the list, and of its order. */
export function SortControls({ view, change, parameters, answer, hasVerdicts }: SortControlsProps) {
  const figures = answer?.sessions.find((entry) => entry.figures !== null)?.figures;
  const names = [
    ...new Set([
      ...DEFAULT_FIGURES,
      ...Object.keys(figures ?? {}).filter((name) => !NOT_SORTED.has(name)),
      ...(isOther(view.sort) ? [view.sort] : []),
    ]),
  ].toSorted((one, other) => fieldLabel(one).localeCompare(fieldLabel(other)));
  const options = (fields: readonly string[], labelOf: (field: string) => string) =>
    fields.map((field) => (
      <option key={field} value={field}>
        {labelOf(field)}
      </option>
    ));
  const ofParameters = [
    ...new Set([
      ...parameters.map((name) => PARAMETER_PREFIX + name),
      ...(view.sort.startsWith(PARAMETER_PREFIX) ? [view.sort] : []),
    ]),
  ];
  return (
    <div class="sorting">
      <label>
        Sort by{' '}
        <select
          value={view.sort}
          onChange={(event) => {
            const { value } = event.currentTarget;
            change((latest) => sortedBy(latest, value));
          }}
        >
          <optgroup label="Figures">{options(names, fieldLabel)}</optgroup>
          {ofParameters.length > 0 && (
            <optgroup label="Parameters">{options(ofParameters, fieldLabel)}</optgroup>
          )}
          <optgroup label="Session">
            {options(SESSION_SORTS, (field) => SESSION_LABELS[field as (typeof SESSION_SORTS)[number]])}
          </optgroup>
        </select>
      </label>
      <button
        type="button"
        onClick={() => change((latest) => ({ ...latest, order: latest.order === 'desc' ? 'asc' : 'desc' }))}
      >
        {ORDER_WORDS[DEPTHS.has(view.sort) ? 'depth' : 'value'][view.order]}
      </button>
      {hasVerdicts && (
        <label class="check" title="Sessions that cannot be judged have their place in the order, in grey">
          <input
            type="checkbox"
            checked={view.isMixed}
            onChange={(event) => {
              const isMixed = event.currentTarget.checked;
              change((latest) => ({ ...latest, isMixed }));
            }}
          />
          All in one order
        </label>
      )}
    </div>
  );
}

const isOther = (sort: string): boolean => !sort.startsWith(PARAMETER_PREFIX) && !isSessionSort(sort);
