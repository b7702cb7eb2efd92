import { Injectable } from '@nestjs/common';
import { DAYS_PER_YEAR } from '../../analysis/risk/return-ratios.js';
import { roundedDouble } from '../../../shared/decimal/exact-decimal.js';
import { Cursors } from '../../../shared/fields/cursor.js';
import type { TaggedJson } from '../../../platform/http/tagged-answer.js';
import { StudiesService } from '../../trials/studies.service.js';
import type { StudyRow } from '../../trials/study-row.js';
import { compareTexts } from '../leaderboard/value-order.js';
import type { Study } from './study.js';
import { type JudgedTries, type JudgedTry, SELECTION_VERSION } from '../tries/judge-tries.js';
import type { SelectionBar } from '../tries/selection-bar.js';
import type { SelectedTryDto } from './selected-try.dto.js';
import type { SelectionAnswer, SelectionBarDto, SelectionQuery, TrialCountsDto } from './selection.dto.js';
import { type FoundStudy, StudiesReader, type StudyRequest } from './studies-reader.js';
import { DEFAULT_LEVEL } from './level.js';

/** The comparison of a session with the tries of its study. */
export interface SessionSelection {
  readonly state: 'ready' | 'pending' | 'unavailable';
  readonly reason: 'no-trades' | 'too-many-trials' | 'no-variance' | null;
  /** Number N of the tries that count; null unless `state` is `ready`. */
  readonly trials: number | null;
  /** The bar that luck sets, as a Sharpe ratio per day. */
  readonly bar: number | null;
  readonly deflatedSharpe: number | null;
  readonly verdict: JudgedTry['verdict'];
}

/** Numbers of rows in all studies of a project. */
type TrialCounts = Awaited<ReturnType<StudiesService['counts']>>;

@Injectable()
export class SelectionService {
  constructor(
    private readonly reader: StudiesReader,
    private readonly studies: StudiesService,
  ) {}

  /**
   * Compares the tries of a study with the bar that luck sets.
   * @throws Problem VALIDATION_FAILED, PROJECT_NOT_FOUND, BUSY
   */
  async selection(request: StudyRequest<SelectionQuery>): Promise<TaggedJson> {
    const { workspaceId, projectId, query } = request;
    const page = pageOf(projectId, query);
    const counts = await this.studies.counts(workspaceId, projectId);
    return this.reader.answer(
      request,
      `selection ${SELECTION_VERSION}`,
      async (study, signal) => answerOf(study, counts, query, page, await readyStudy(study, signal)),
      [counts],
    );
  }

  /**
   * Returns how one session compares with the tries of its study, at the default level.
   * @param study name of the study; null for the study of the project itself
   * @throws Problem PROJECT_NOT_FOUND
   */
  async ofSession(
    workspaceId: string,
    projectId: string,
    study: string | null,
    sessionId: string,
    signal: AbortSignal,
  ): Promise<SessionSelection> {
    const found = await this.reader.find(workspaceId, projectId, study ?? '', signal);
    const ready = await readyStudy(found, signal);
    if (!ready) return { state: found.state, reason: found.reason, ...NOT_READY };
    const judged = ready.judge(DEFAULT_LEVEL);
    const place = ready.rows.findIndex((row) => row.sessionId === sessionId && row.current);
    const own = judged.tries[place];
    return {
      state: 'ready',
      reason: reasonOf(judged),
      trials: judged.counted,
      bar: roundedDouble(judged.bar.sharpe),
      deflatedSharpe: roundedDouble(own?.deflatedSharpe ?? null),
      verdict: own?.verdict ?? 'unknown',
    };
  }
}

const NOT_READY = { trials: null, bar: null, deflatedSharpe: null, verdict: 'unknown' } as const;

/** Reads the rows of a study; returns null if the study cannot be analysed. */
const readyStudy = async (study: FoundStudy, signal: AbortSignal): Promise<Study | null> =>
  study.state === 'ready' ? study.read(signal) : null;

/**
 * Returns why the bar that luck sets is unknown; null if it is known. It is unknown if there are two or more tries but
 * fewer than two of their Sharpe ratios are known.
 */
const reasonOf = ({ bar }: JudgedTries): 'no-variance' | null => (bar.sharpe === null ? 'no-variance' : null);

interface TryPage {
  readonly count: number;
  readonly after: TryPlace | null;
  readonly write: (place: TryPlace) => string;
}

type TryPlace = readonly [sharpe: number | null, sessionId: string, run: number];

/**
 * Returns the requested page of the list of tries.
 * @throws Problem VALIDATION_FAILED for a cursor of another list
 */
function pageOf(projectId: string, { cursor, count, ...filters }: SelectionQuery): TryPage {
  const list = { route: `/projects/${projectId}/analysis/selection`, filters: { ...filters }, order: 'desc' };
  const cursors = new Cursors(list, ['number', 'id', 'time']);
  return {
    count,
    after: cursor === undefined ? null : cursors.read(cursor),
    write: (place) => cursors.write(place),
  };
}

function answerOf(
  { state, reason, stored, pending }: FoundStudy,
  counts: TrialCounts,
  { level }: SelectionQuery,
  page: TryPage,
  study: Study | null,
): Omit<SelectionAnswer, 'calculationVersion' | 'study'> {
  const judged = study?.judge(level) ?? null;
  const tries = study && judged ? pageOfTries(study, judged, page) : { sessions: [], nextCursor: null };
  return {
    level,
    state,
    reason: judged ? reasonOf(judged) : reason,
    since: counts.since,
    trials: trialCounts(counts, stored, pending, judged),
    bar: judged && toBarDto(judged.bar),
    ...tries,
  };
}

function trialCounts(
  { studies }: TrialCounts,
  stored: string,
  pending: number,
  judged: JudgedTries | null,
): TrialCountsDto {
  const sum = (isCounted: (each: TrialCounts['studies'][number]) => boolean) =>
    studies.reduce((all, each) => all + (isCounted(each) ? each.rows : 0), 0);
  const ended = (end: string | null) => sum((each) => each.study === stored && each.ended === end);
  const total = judged?.tries.length ?? sum(({ study }) => study === stored);
  return {
    total,
    counted: judged?.counted ?? null,
    duplicates: judged ? total - judged.counted : null,
    live: ended(null),
    deleted: ended('deleted'),
    emptied: ended('emptied'),
    moved: ended('moved'),
    pending,
    known: judged?.known ?? null,
    project: sum(() => true),
  };
}

const ANNUAL = Math.sqrt(DAYS_PER_YEAR);

const annual = (perDay: number | null): number | null => perDay && roundedDouble(perDay * ANNUAL);

const toBarDto = ({ variance, expectedMaximum, sharpe }: SelectionBar): SelectionBarDto => ({
  variance: roundedDouble(variance),
  expectedMaximum: roundedDouble(expectedMaximum)!,
  sharpePerDay: roundedDouble(sharpe),
  sharpe: annual(sharpe),
});

function pageOfTries({ rows }: Study, { tries }: JudgedTries, { count, after, write }: TryPage) {
  const places = rows.map((row): TryPlace => [
    roundedDouble(row.figures?.sharpePerDay ?? null),
    row.sessionId,
    row.run,
  ]);
  const order = [...rows.keys()]
    .filter((place) => after === null || compareTries(places[place]!, after) > 0)
    .toSorted((a, b) => compareTries(places[a]!, places[b]!));
  const page = order.slice(0, count);
  return {
    sessions: page.map((place) => toTryDto(rows, tries, place)),
    nextCursor: order.length > count ? write(places[page.at(-1)!]!) : null,
  };
}

/**
 * Compares positions in the list of tries: by descending ratio (undefined ratios come last), then by session and run.
 */
function compareTries([one, oneId, oneRun]: TryPlace, [other, otherId, otherRun]: TryPlace): number {
  if (one !== other) return one === null || (other !== null && one < other) ? 1 : -1;
  return compareTexts(oneId, otherId) || oneRun - otherRun;
}

function toTryDto(rows: readonly StudyRow[], tries: readonly JudgedTry[], place: number): SelectedTryDto {
  const { sessionId, run, session, ended, figures } = rows[place]!;
  const { duplicateOf, verdict, ...judged } = tries[place]!;
  const original = duplicateOf === null ? null : rows[duplicateOf]!;
  return {
    sessionId,
    run,
    name: session?.name ?? null,
    ended,
    duplicateOf: original && { sessionId: original.sessionId, run: original.run },
    days: figures?.days ?? null,
    tradingDays: figures?.tradingDays ?? null,
    sharpePerDay: roundedDouble(figures?.sharpePerDay ?? null),
    sharpe: annual(figures?.sharpePerDay ?? null),
    skewness: roundedDouble(figures?.skewness ?? null),
    kurtosis: roundedDouble(figures?.kurtosis ?? null),
    deflatedSharpe: roundedDouble(judged.deflatedSharpe),
    minTrackRecordDays: roundedDouble(judged.minTrackRecordDays),
    minBacktestDays: roundedDouble(judged.minBacktestDays),
    pValue: roundedDouble(judged.pValue),
    bonferroni: roundedDouble(judged.bonferroni),
    holm: roundedDouble(judged.holm),
    bhy: roundedDouble(judged.bhy),
    verdict,
  };
}
