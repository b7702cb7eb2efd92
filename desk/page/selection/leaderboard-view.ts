/** The state of the leaderboard, which is kept in the address. */
export interface LeaderboardView {
  /** The study; empty for the study of the project itself, `*` for all studies. */
  readonly study: string;
  readonly sort: string;
  readonly order: 'asc' | 'desc';
  /** Conditions in the syntax of the API; empty for all sessions. */
  readonly where: string;
  /** Parameters of the axes of the map; null for the default parameter, an empty text for no parameter. */
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

/** Returns the query of the address. Default values are left out. */
export function leaderboardQuery(view: LeaderboardView): string {
  const names = ['study', 'sort', 'order', 'where', 'x', 'y'] as const;
  const given = names.flatMap((name) => {
    const value = view[name];
    return value === null || value === DEFAULTS[name] ? [] : [[name, value]];
  });
  return new URLSearchParams(given).toString();
}

type Value = number | string | boolean;

/** Returns the conditions, but replaces all conditions on the parameter by one: the parameter equals this value. */
export function withParameter(where: string, name: string, value: Value): string {
  const others = conditionsIn(where).filter((condition) => !isOnParameter(condition, name));
  return [...others, `parameters.${name}=${JSON.stringify(value)}`].join(',');
}

const isOnParameter = (condition: string, name: string): boolean =>
  condition.startsWith(`parameters.${name}`) && /^[<>=!]/.test(condition.slice(`parameters.${name}`.length));

/** Splits conditions at the commas that are not part of a JSON text. */
function conditionsIn(where: string): string[] {
  const conditions: string[] = [];
  let start = 0;
  let isText = false;
  for (let at = 0; at < where.length; at += 1) {
    if (isText && where[at] === '\\') at += 1;
    else if (where[at] === '"') isText = !isText;
    else if (where[at] === ',' && !isText) {
      conditions.push(where.slice(start, at));
      start = at + 1;
    }
  }
  return [...conditions, where.slice(start)].filter((condition) => condition !== '');
}
