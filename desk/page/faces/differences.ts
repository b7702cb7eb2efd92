import type { LeaderboardAnswer } from '../../../src/review/selection/routes/leaderboard.dto.js';
import { moment, range } from '../../report/dates.js';
import { parameterText } from '../ui/parameter-text.js';

export type RankedEntry = LeaderboardAnswer['sessions'][number];

/** The part of a row by which sessions with the same name are told apart. */
export type Faced = Pick<RankedEntry, 'session' | 'trial'>;

/** Maximum number of differences that are shown of a session. */
const MAX_SHOWN = 3;

/**
 * Returns what tells sessions apart that have the same name, as texts by session: at most three of parameters,
 * timeframe and range, the most varied first. A session whose name no other session has is missing.
 */
export function differencesIn(entries: readonly Faced[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const groups = new Map<string, Faced[]>();
  for (const entry of entries) {
    const { name } = entry.session;
    groups.set(name, [...(groups.get(name) ?? []), entry]);
  }
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    const parameters = [...new Set(group.flatMap(({ trial }) => Object.keys(trial.parameters)))];
    const fields = [...parameters.toSorted().map(parameterField), timeframes, rangeOf];
    const varied = fields
      .map((field) => ({ field, values: new Set(group.map(field)).size }))
      .filter(({ values }) => values > 1)
      .toSorted((one, other) => other.values - one.values)
      .slice(0, MAX_SHOWN);
    for (const entry of group) {
      const texts = varied.map(({ field }) => field(entry)).filter(Boolean);
      const { id, sourceFile, createdAt, accountTimezone } = entry.session;
      const isFaceless = texts.length === 0 && sourceFile === null;
      found.set(id, isFaceless ? [`created ${moment(createdAt, accountTimezone)}`] : texts);
    }
  }
  return found;
}

const parameterField =
  (name: string) =>
  ({ trial: { parameters } }: Faced): string =>
    `${name} ${parameterText(Object.hasOwn(parameters, name) ? parameters[name] : null)}`;

const timeframes = ({ session }: Faced): string => session.timeframes.join(', ');

const rangeOf = ({ session: { rangeStart, rangeEnd, accountTimezone } }: Faced): string =>
  rangeStart === null || rangeEnd === null ? 'no range' : range(rangeStart, rangeEnd, accountTimezone);
