import { excerpt } from '../../shared/text/excerpt.js';
import { choiceText, moneyChoicesIn } from './service-problem.js';
import { checkAnswer, isObject } from './answer-parts.js';

interface Session {
  readonly name: string;
  readonly accountCurrency: string;
  readonly assets: readonly { readonly symbol: string; readonly timeframe: string }[];
}

interface ImportedRun {
  readonly session: Session;
  readonly created: boolean;
  readonly tradeCount: number;
  readonly skipped: readonly { readonly reason: string }[];
  readonly skippedCount: number;
  /** Absent if no trade has local times with two readings. */
  readonly ambiguousCount?: number;
  readonly check: { readonly verdict: string; readonly message: string } | null;
  /** Absent in the responses of earlier versions. */
  readonly notices?: readonly string[];
  /** The readings of the money from which to choose. Only in the response to a preview. */
  readonly choices?: unknown;
  /** Undefined in the response to a preview. */
  readonly desk?: string | null;
  /** Undefined in the response to an import. */
  readonly figures?: { readonly plNet: number | null };
}

/** The parts of a response to an import or a preview that the command uses. */
export interface RunsAnswer {
  readonly sessions: readonly ImportedRun[];
}

/** @throws WrongAnswer if the answer is not that to an import or a preview */
export function runsIn({ sessions }: { readonly sessions?: unknown }): RunsAnswer {
  checkAnswer(Array.isArray(sessions) && sessions.every(isRun));
  return { sessions };
}

const isRun = (value: unknown): value is ImportedRun =>
  isObject(value) && areObjects(value['skipped']) && isSession(value['session']);

const isSession = (value: unknown): boolean =>
  isObject(value) && typeof value['name'] === 'string' && areObjects(value['assets']);

const areObjects = (value: unknown): boolean => Array.isArray(value) && value.every(isObject);

/** Verdicts on times that need no attention. */
const FINE = new Set(['aligned', 'unknown']);

/**
 * Returns one line with the results of an import or a preview: the sessions of a file.
 * @param urlOf returns the address of a path of the service
 */
export const resultLine = ({ sessions }: RunsAnswer, urlOf: (path: string) => string): string =>
  sessions.map((run) => runText(run, urlOf)).join('; ');

function runText(run: ImportedRun, urlOf: (path: string) => string): string {
  const { session, created, tradeCount, skipped, skippedCount, ambiguousCount, desk, figures } = run;
  const parts = [
    excerpt(session.name),
    ...(created ? [] : ['imported before']),
    countText(tradeCount, 'trade'),
    ...(figures ? [`net ${figures.plNet ?? 0} ${session.accountCurrency}`] : []),
    ...(skippedCount > 0
      ? [
          `${countText(skippedCount, 'row')} left out (${skipped[0]?.reason ?? ''}${skippedCount > 1 ? ', …' : ''})`,
        ]
      : []),
    ...(ambiguousCount ? [`${countText(ambiguousCount, 'trade')} with a time of two readings`] : []),
    ...moneyChoicesIn(run.choices).map((choice) => `unclear money: ${choiceText(choice)}`),
    ...(run.notices ?? []),
    ...(run.check && !FINE.has(run.check.verdict) ? [run.check.message] : []),
  ];
  return `${parts.join(', ')}${desk ? ` ${urlOf(desk)}` : ''}`;
}

export const countText = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
