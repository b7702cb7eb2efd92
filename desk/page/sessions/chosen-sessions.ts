import type { Session } from '../../api/sessions.js';
import { stamp } from '../../report/dates.js';
import { RANGE_NAMES, type RangeName, type SortName } from './column-names.js';
import type { ListView, Range } from './list-view.js';

type Listed = Pick<
  Session,
  'name' | 'status' | 'tags' | 'startedAt' | 'accountTimezone' | 'accountCurrency' | 'summary'
>;
type Value = string | number | null;

/** Returns a result; null if there are no trades, because a sum or a share of no trades has no meaning. */
const ofTrades =
  (value: (summary: Listed['summary']) => number) =>
  ({ summary }: Listed): number | null =>
    summary.tradeCount > 0 ? value(summary) : null;

const VALUES: Readonly<Record<SortName, (session: Listed) => Value>> = {
  name: ({ name }) => name,
  net: ofTrades(({ plNet }) => plNet),
  netPct: ofTrades(({ plNetPct }) => plNetPct),
  winRate: ofTrades(({ winCount, tradeCount }) => winCount / tradeCount),
  trades: ({ summary }) => summary.tradeCount,
  tags: ({ tags }) => (tags.length > 0 ? tags.join(', ') : null),
  status: ({ status }) => status,
  started: ({ startedAt }) => startedAt,
};

/** Returns the value by which a column sorts the list; null if the session has no value. */
export const valueOf = (session: Listed, name: SortName): Value => VALUES[name](session);

/** Returns the sessions that pass the filters, sorted as the view requires. */
export function chosenSessions<S extends Listed>(sessions: readonly S[], view: ListView): S[] {
  return sortedSessions(
    sessions.filter((session) => passes(session, view)),
    view,
  );
}

function passes(session: Listed, { search, status, tag, currency, ranges }: ListView): boolean {
  return (
    session.name.toLowerCase().includes(search.trim().toLowerCase()) &&
    (!status || session.status === status) &&
    (!tag || session.tags.includes(tag)) &&
    (!currency || session.accountCurrency === currency) &&
    RANGE_NAMES.every((name) => !ranges[name] || isWithin(session, name, ranges[name]))
  );
}

/** Days are compared as texts, in the time zone in which the list shows the day. */
function isWithin(session: Listed, name: RangeName, { from, to }: Range): boolean {
  if (name === 'started') {
    const day = stamp(session.startedAt, session.accountTimezone).slice(0, 10);
    return (!from || day >= from) && (!to || day <= to);
  }
  const value = VALUES[name](session);
  if (typeof value !== 'number') return false;
  const shown = name === 'winRate' ? value * 100 : value;
  return (!from || shown >= Number(from)) && (!to || shown <= Number(to));
}

const TEXTS = new Intl.Collator('en', { numeric: true });

/** Sessions without a value come last. Amounts are compared only with amounts of the same currency. */
function sortedSessions<S extends Listed>(sessions: readonly S[], { sort, isDescending }: ListView): S[] {
  if (sort === null) return [...sessions];
  const direction = isDescending ? -1 : 1;
  const ranks = sort === 'net' ? currencyRanks(sessions) : null;
  return sessions.toSorted((one, other) => {
    if (ranks && one.accountCurrency !== other.accountCurrency) {
      return ranks.get(one.accountCurrency)! - ranks.get(other.accountCurrency)!;
    }
    const [a, b] = [VALUES[sort](one), VALUES[sort](other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    if (typeof a === 'number' && typeof b === 'number') return direction * (a - b);
    return direction * TEXTS.compare(String(a), String(b));
  });
}

/** Returns the currencies, the currency of most sessions first. */
export function currenciesOf(sessions: readonly Pick<Session, 'accountCurrency'>[]): string[] {
  const counts = new Map<string, number>();
  for (const { accountCurrency } of sessions) {
    counts.set(accountCurrency, (counts.get(accountCurrency) ?? 0) + 1);
  }
  return [...counts].toSorted(([a, n], [b, m]) => m - n || TEXTS.compare(a, b)).map(([currency]) => currency);
}

const currencyRanks = (sessions: readonly Listed[]): Map<string, number> =>
  new Map(currenciesOf(sessions).map((currency, rank) => [currency, rank]));
