/** The state of the leaderboard, which is kept in the address. */
export interface LeaderboardView {
  /** The study; empty for the project's own, `*` for all. */
  readonly study: string;
  readonly sort: string;
  readonly order: 'asc' | 'desc';
  /** Conditions as the API takes them; empty for all sessions. */
  readonly where: string;
  /** Parameters of the axes of the map. Null for the default, an empty text for none. */
  readonly x: string | null;
  readonly y: string | null;
}

const DEFAULTS: LeaderboardView = { study: '', sort: 'sharpe', order: 'desc', where: '', x: null, y: null };

export function leaderboardViewIn(query: string): LeaderboardView {
  const parameters = new URLSearchParams(query);
  return {
    study: parameters.get('study') ?? DEFAULTS.study,
    sort: parameters.get('sort') ?? DEFAULTS.sort,
    order: parameters.get('order') === 'asc' ? 'asc' : 'desc',
    where: parameters.get('where') ?? DEFAULTS.where,
    x: parameters.get('x'),
    y: parameters.get('y'),
  };
}

/** Returns the query of the address. Values that are the default are left out. */
export function leaderboardQuery(view: LeaderboardView): string {
  const names = ['study', 'sort', 'order', 'where', 'x', 'y'] as const;
  const given = names.flatMap((name) => {
    const value = view[name];
    return value === null || value === DEFAULTS[name] ? [] : [[name, value]];
  });
  return new URLSearchParams(given).toString();
}

type Value = number | string | boolean;

/** Returns the conditions, with a single condition on this value in place of all conditions on the parameter. */
export function withParameter(where: string, name: string, value: Value): string {
  const others = conditionsIn(where).filter((condition) => !isOnParameter(condition, name));
  return [...others, `parameters.${name}=${JSON.stringify(value)}`].join(',');
}

const isOnParameter = (condition: string, name: string): boolean =>
  condition.startsWith(`parameters.${name}`) && /^[<>=!]/.test(condition.slice(`parameters.${name}`.length));

/** Divides conditions at the commas that are not part of a JSON text. */
const conditionsIn = (where: string): string[] =>
  (where.match(/(?:"(?:[^"\\]|\\.)*"|[^,"]|"$)+/g) ?? []).map(String);
