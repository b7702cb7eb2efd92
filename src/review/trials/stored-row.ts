import { NO_TRIAL, type Trial, storedStudy } from '../../sessions/trial.js';
import type { FiguresRow, StudyRow, TrialEnd } from './study-row.js';

type Shape = Pick<
  FiguresRow,
  'days' | 'tradingDays' | 'sharpePerDay' | 'skewness' | 'kurtosis' | 'tradeCount' | 'hash'
>;

type Nullable<Fields> = { readonly [Field in keyof Fields]: Fields[Field] | null };

type OfSession = Nullable<
  NonNullable<StudyRow['session']> & {
    readonly revision: number;
    readonly labelRevision: number;
    readonly trial: Trial;
    readonly sessionCreatedAt: number;
  }
>;

/**
 * A row as the database returns it. Separate fields contain the figures that a run kept at its end and the figures of
 * its session.
 */
export interface StoredRow
  extends
    Nullable<Shape>,
    Omit<OfSession, 'createdAt'>,
    Nullable<{ readonly [Field in keyof Shape as `f.${Field}`]: Shape[Field] }>,
    Nullable<Omit<FiguresRow, keyof Shape>> {
  readonly sessionId: string;
  readonly run: number;
  readonly createdAt: number;
  readonly ended: TrialEnd | null;
  readonly study: string;
  /** True while the run lasts. The session then holds the trades of this run. */
  readonly lasts: boolean;
  readonly hasSession: boolean;
}

export function toStudyRow(row: StoredRow): StudyRow {
  const { sessionId, run, ended, study, lasts } = row;
  const { parameters, codeVersion, sample } = (lasts ? row.trial : null) ?? NO_TRIAL;
  const current = lasts && row.trial !== null && storedStudy(row.trial) === study;
  return {
    sessionId,
    run,
    createdAt: new Date(row.createdAt),
    ended,
    study,
    current,
    codeVersion,
    sample,
    parameters,
    session: sessionOf(row),
    pending: lasts && row['f.tradeCount'] === null,
    figures: lasts ? figuresOf(row, current || ended === null) : keptFigures(row),
    revision: String(row.revision ?? ''),
    labelRevision: String(row.labelRevision ?? ''),
  };
}

function sessionOf(row: StoredRow): StudyRow['session'] {
  if (!row.hasSession) return null;
  return {
    name: row.name!,
    status: row.status!,
    tags: row.tags!,
    createdAt: new Date(row.sessionCreatedAt!),
    accountCurrency: row.accountCurrency!,
    accountTimezone: row.accountTimezone!,
    initialBalance: row.initialBalance!,
  };
}

const NONE_OF_ENDED = {
  statistics: null,
  returns: null,
  dailyPlNet: null,
  firstEntry: null,
  lastExit: null,
  firstDay: null,
  lastDay: null,
  equityNotPositive: false,
} as const;

/** Returns the figures that the run had at its end; null if they could not be computed. */
function keptFigures(row: StoredRow): FiguresRow | null {
  const { days, tradingDays, sharpePerDay, skewness, kurtosis, tradeCount, hash } = row;
  if (tradeCount === null) return null;
  return {
    days: days!,
    tradingDays: tradingDays!,
    sharpePerDay,
    skewness,
    kurtosis,
    tradeCount,
    hash,
    ...NONE_OF_ENDED,
  };
}

/**
 * Returns the figures of the session while the run lasts; null if the run has ended or the figures are not stored.
 * @param isWhole true to return all figures, false to return only the figures that a run keeps at its end
 */
function figuresOf(row: StoredRow, isWhole: boolean): FiguresRow | null {
  const tradeCount = row['f.tradeCount'];
  if (tradeCount === null) return null;
  const { statistics, returns, dailyPlNet, firstEntry, lastExit, firstDay, lastDay } = row;
  return {
    days: row['f.days']!,
    tradingDays: row['f.tradingDays']!,
    sharpePerDay: row['f.sharpePerDay'],
    skewness: row['f.skewness'],
    kurtosis: row['f.kurtosis'],
    tradeCount,
    hash: row['f.hash'],
    ...(isWhole
      ? {
          statistics,
          returns,
          dailyPlNet,
          firstEntry,
          lastExit,
          firstDay,
          lastDay,
          equityNotPositive: row.equityNotPositive!,
        }
      : NONE_OF_ENDED),
  };
}
