import type { DataSource } from 'typeorm';
import { FIGURES_VERSION } from '../../src/sessions/figures-version.js';
import { NO_TRIAL, type Trial, storedStudy } from '../../src/sessions/trial.js';
import { LEDGER_FIGURES, LEDGER_ROWS } from '../../src/review/trials/studies.store.js';
import type { DayNet, TrialEnd } from '../../src/review/trials/study-row.js';

/**
 * Figures of the trades of a run. While the run lasts, these are the present trades; afterwards, the trades at its end.
 */
export interface FiguresRow {
  /** The days and tradingDays of the risk analysis. */
  days: number;
  tradingDays: number;
  /** Mean / standard deviation (n − 1) of the returns of these days, not rounded. */
  sharpePerDay: number | null;
  /** Skewness and kurtosis of the population, not rounded. The kurtosis of a normal distribution is 3. */
  skewness: number | null;
  kurtosis: number | null;
  tradeCount: number;
  /** SHA-256 of the sorted trades, in hexadecimal. Two runs with the same trades have the same hash. */
  hash: string | null;
  /** In rows that have ended and are not `current`, the fields below are null, and `equityNotPositive` is false. */
  /** Figures with threshold 0, rounded as in responses. `expectancyComponents` is an object of figures. */
  statistics: Record<string, number | null> | null;
  /** The `returns` of the risk analysis with rate 0, rounded as in responses. */
  returns: Record<string, unknown> | null;
  /** Net result of each local day with at least one exit, ascending, as exact decimals. */
  dailyPlNet: DayNet[] | null;
  /** Epoch milliseconds. */
  firstEntry: number | null;
  lastExit: number | null;
  /** The first and the last local day of the days that `days` counts. */
  firstDay: string | null;
  lastDay: string | null;
  equityNotPositive: boolean;
}

/**
 * A row of the ledger with its figures: the figures of the session while the run lasts, afterwards the figures at the
 * end of the run.
 */
export interface StudyRow {
  sessionId: string;
  run: number;
  /** The time at which the row began. The order of the ledger is (createdAt, sessionId, run). */
  createdAt: Date;
  ended: TrialEnd | null;
  /** The study of the run; empty for the project's own study. */
  study: string;
  /**
   * True if the run lasts and the session now belongs to this study. Also true for the ended row of a session that has
   * moved to another study and back.
   */
  current: boolean;
  codeVersion: string | null;
  sample: 'in' | 'out' | null;
  parameters: Record<string, number | string | boolean>;
  /** Null if the session was deleted. */
  session: {
    name: string;
    status: string;
    tags: string[];
    createdAt: Date;
    accountCurrency: string;
    accountTimezone: string;
    initialBalance: number;
  } | null;
  /** True if the run lasts, but the figures of the session's present trades are not stored yet. */
  pending: boolean;
  /** Null if the row is pending, or ended without figures. */
  figures: FiguresRow | null;
  /** Revisions of the session. The version of a response includes them. */
  revision: string;
  labelRevision: string;
}

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
interface StoredRow
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

function toStudyRow(row: StoredRow): StudyRow {
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

const SELECT_ROWS = `
  SELECT r.session_id AS "sessionId", r.run, r.created_at AS "createdAt", r.ended, r.study, r.lasts, r."hasSession",
    r.days, r.trading_days AS "tradingDays", r.sharpe_per_day AS "sharpePerDay", r.skewness, r.kurtosis,
    r.trade_count AS "tradeCount", encode(r.trades_hash, 'hex') AS hash,
    r.revision, r.label_revision AS "labelRevision", r.status, r.name, r.tags, r.trial,
    r.account_currency AS "accountCurrency", r.account_timezone AS "accountTimezone",
    r.initial_balance AS "initialBalance", r.session_created_at AS "sessionCreatedAt",
    f.days AS "f.days", f.trading_days AS "f.tradingDays", f.sharpe_per_day AS "f.sharpePerDay",
    f.skewness AS "f.skewness", f.kurtosis AS "f.kurtosis", f.trade_count AS "f.tradeCount",
    encode(f.trades_hash, 'hex') AS "f.hash", f.statistics, f.returns, f.daily_pl_net AS "dailyPlNet",
    f.first_entry AS "firstEntry", f.last_exit AS "lastExit", f.first_day AS "firstDay", f.last_day AS "lastDay",
    f.equity_not_positive AS "equityNotPositive"
  FROM (${LEDGER_ROWS}) r ${LEDGER_FIGURES} ORDER BY r.created_at, r.session_id, r.run`;

/** Returns everything that the database holds about the rows of a study; of all studies if the study is null. */
export async function storedStudyRows(
  dataSource: DataSource,
  workspaceId: string,
  projectId: string,
  study: string | null,
): Promise<StudyRow[]> {
  const values = [workspaceId, projectId, study, FIGURES_VERSION];
  return (await dataSource.query<StoredRow[]>(SELECT_ROWS, values)).map(toStudyRow);
}
