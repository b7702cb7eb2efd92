import type { ImportQuery } from '../../../src/review/trade-files/routes/import.dto.js';
import type { PreviewedSession } from '../../api/runs.js';
import type { ApiProblem, MoneyChoice } from '../../api/problem.js';

/** A question about the profits in a file that the user has to answer before the file can be stored. */
export interface MoneyQuestion {
  /** Column of the profits; null if it is not known. */
  readonly column: string | null;
  /** The readings to choose from, the likeliest first; none if the profits disagree with the prices. */
  readonly choices: readonly MoneyChoice[];
  /** The rows whose profits disagree with the prices. */
  readonly rows: readonly string[];
}

/** The parameters of an import that answer the question. */
export interface MoneyAnswer {
  readonly profit: NonNullable<ImportQuery['profit']>;
  readonly costs?: NonNullable<ImportQuery['costs']>;
}

/** An answer that the user can choose. */
export interface MoneyOption {
  readonly answer: MoneyAnswer;
  readonly label: string;
}

type Preview = Pick<PreviewedSession, 'money' | 'choices'>;

const columnOf = (previews: readonly Preview[]): string | null =>
  previews.flatMap(({ money }) => money).find(({ column }) => column !== null)?.column ?? null;

/** Returns the question of the previews of a file; null if its money is clear. */
export function questionOf(previews: readonly Preview[]): MoneyQuestion | null {
  const asked = previews.find(({ choices }) => choices !== null);
  return asked ? { column: columnOf([asked]), choices: asked.choices!, rows: [] } : null;
}

const OF_ROW = /^(?:lines|trades)\[\d+\]\.profit$/;
const DISAGREES = 'disagrees with the prices; ';

/**
 * Returns the question of a file that the service refuses; null if the problem is another.
 * @param previews what was known about the file before
 */
export function refusedMoney(
  { code, details, choices }: ApiProblem,
  previews: readonly Preview[] = [],
): MoneyQuestion | null {
  const rows = details
    .filter(({ field, message }) => OF_ROW.test(field) && message.startsWith(DISAGREES))
    .map(({ message }) => message.slice(DISAGREES.length));
  const isAsked = code === 'MONEY_UNCLEAR' && choices.length > 0;
  return isAsked || rows.length > 0 ? { column: columnOf(previews), choices, rows } : null;
}

/** Returns what is unclear about the files, as the title of the question. */
export function titleOf({ column, choices: [first] }: MoneyQuestion, many = 1): string {
  const files = many === 1 ? 'The file does' : `${many} files do`;
  if (!first) return 'The profits in the file disagree with the prices';
  if (first.costs !== null) return `${files} not say whether costs are paid or received`;
  return `${files} not say what ${column === null ? 'the profits mean' : `column ${column} means`}`;
}

const MEANINGS = { net: 'Net of all costs', gross: 'Gross, before the listed costs' } as const;
const COSTS = { paid: ', costs are paid', credit: ', costs are received' } as const;
const PRINTED: readonly MoneyOption[] = [
  { answer: { profit: 'net' }, label: 'Store the printed profits (net of all costs)' },
  { answer: { profit: 'gross' }, label: 'Store the printed profits (gross, before the listed costs)' },
];

/** Returns the answers: one for each choice, in the same order, and to ignore the profits. */
export function optionsOf({ choices }: MoneyQuestion): MoneyOption[] {
  const chosen = choices.map(({ meaning, costs }) => ({
    answer: { profit: meaning, ...(costs && { costs }) },
    label: `${MEANINGS[meaning]}${costs ? COSTS[costs] : ''}`,
  }));
  return [
    ...(chosen.length > 0 ? chosen : PRINTED),
    { answer: { profit: 'ignore' }, label: 'Ignore the profits, use the prices alone' },
  ];
}
