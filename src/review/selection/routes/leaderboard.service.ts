import { Injectable } from '@nestjs/common';
import { Cursors } from '../../../shared/fields/cursor.js';
import type { TaggedJson } from '../../../platform/http/tagged-answer.js';
import { type RankedField, fieldNamed, sortFieldNamed } from '../leaderboard/figure-names.js';
import { ParameterGrid } from '../leaderboard/grid.js';
import { Ranking, type RankingOrder, type RankedSessions } from '../leaderboard/ranked-sessions.js';
import { type Place, type RankedValue, compareValuesIn } from '../leaderboard/value-order.js';
import { type Condition, parseWhere } from '../leaderboard/where.js';
import { roundedDouble } from '../../../shared/decimal/exact-decimal.js';
import { ConstantFieldsReader } from './constant-fields-reader.js';
import { EmptyRowsReader, type EmptyRows } from './empty-rows.js';
import type { GridAnswer, GridQuery } from './grid.dto.js';
import type { LeaderboardAnswer, LeaderboardQuery } from './leaderboard.dto.js';
import { LeaderboardEntries, type LeaderboardRow } from './leaderboard-entries.js';
import { FieldsReader, type VersionedStudy } from './fields-reader.js';
import { DEFAULT_LEVEL } from './level.js';
import { type FoundStudy, StudiesReader, type StudyRequest, isAllStudies } from './studies-reader.js';
import { SessionFilterReader } from './session-filter.js';
import type { PlacedTry, Study } from './study.js';
import type { StudyReason } from './study-state.js';

/** Version of the responses. Raise the version by 1 if the responses change while the sessions stay the same. */
const LEADERBOARD_VERSION = 4;

type Shown<Answer> = Omit<Answer, 'calculationVersion' | 'study'>;

/** A page that a request asks for. */
interface RequestedPage {
  readonly query: LeaderboardQuery;
  /** Position of the last session of the previous page; null for the first page. */
  readonly after: Place | null;
  /** Rank of the last session with trades of the previous pages; 0 for the first page. */
  readonly rank: number;
  readonly write: (last: Place, rank: number) => string;
}

const noSessions = (reason: StudyReason): Shown<LeaderboardAnswer> => ({
  state: 'unavailable',
  reason,
  pending: 0,
  matching: 0,
  sessions: [],
  constant: [],
  nextCursor: null,
});

const NO_EMPTY_ROWS: EmptyRows = { ids: [], last: null, hasMore: false, met: [] };

@Injectable()
export class LeaderboardService {
  constructor(
    private readonly reader: StudiesReader,
    private readonly fields: FieldsReader,
    private readonly entries: LeaderboardEntries,
    private readonly empties: EmptyRowsReader,
    private readonly constants: ConstantFieldsReader,
    private readonly filters: SessionFilterReader,
  ) {}

  /**
   * Returns a page of the sessions of a study.
   * @throws Problem VALIDATION_FAILED, PROJECT_NOT_FOUND, BUSY
   */
  async leaderboard(request: StudyRequest<LeaderboardQuery>): Promise<TaggedJson> {
    const { workspaceId, projectId, query } = request;
    const { count: _, cursor, order, ...filters } = query;
    const list = { route: `/projects/${projectId}/leaderboard`, filters: { ...filters }, order };
    const cursors = new Cursors(list, ['number', 'value', 'id', 'number']);
    const [part, value, id, rank] = cursor === undefined ? [] : cursors.read(cursor);
    const page: RequestedPage = {
      query,
      after: id === undefined ? null : [part ?? 0, value ?? null, id],
      rank: rank ?? 0,
      write: (place, last) => cursors.write([...place, last]),
    };
    const which = { workspaceId, projectId, study: query.study ?? '' };
    const empty = query.all === 'true' ? await this.empties.version(which) : null;
    return this.reader.answer(
      request,
      `leaderboard ${LEADERBOARD_VERSION}`,
      (found, signal): Shown<LeaderboardAnswer> | Promise<Shown<LeaderboardAnswer>> => {
        const { reason } = found;
        const isShown = reason === null || (reason === 'no-trades' && empty !== null && empty.count > 0);
        if (!isShown) return noSessions(reason);
        return found.read(signal, (study) => this.page(found, study, page, empty?.version ?? null, signal));
      },
      empty ? [empty.version] : [],
    );
  }

  /**
   * Returns a figure of the sessions of a study for each combination of the values of one parameter or of two
   * parameters.
   * @throws Problem VALIDATION_FAILED, PROJECT_NOT_FOUND, BUSY
   */
  grid(request: StudyRequest<GridQuery>): Promise<TaggedJson> {
    const { x, y = null, figure: name, aggregate } = request.query;
    const [where, figure] = [conditionsOf(request.query), fieldNamed(name)!];
    const axes = (y === null ? [x] : [x, y]).map((axis): RankedField => ({ kind: 'parameter', name: axis }));
    const fields = [...axes, figure, ...where.map(({ field }) => field)];
    return this.reader.answer(
      request,
      `grid ${LEADERBOARD_VERSION}`,
      async (found, signal): Promise<Shown<GridAnswer>> => {
        if (found.state === 'unavailable')
          return { state: 'unavailable', reason: found.reason, pending: 0, cells: [], missing: 0 };
        const { cells, missing } = await found.read(signal, async (study) => {
          const grid = new ParameterGrid({ x, y, figure, aggregate, where });
          for await (const part of this.fields.read(study, fields, signal)) grid.add(part);
          return grid.grid();
        });
        const shown = { pending: found.pending, missing };
        return cells
          ? { state: 'ready', reason: null, ...shown, cells: [...cells] }
          : { state: 'unavailable', reason: 'too-many-values', ...shown, cells: [] };
      },
    );
  }

  /** @param empty version of the sessions without trades; null if they are not shown */
  private async page(
    found: FoundStudy,
    { workspaceId, version, study }: VersionedStudy,
    { query, after, rank, write }: RequestedPage,
    empty: string | null,
    signal: AbortSignal,
  ): Promise<Shown<LeaderboardAnswer>> {
    const { projectId, stored, pending } = found;
    const judgedOf = pending > 0 ? null : placedTries(study, isAllStudies(stored), query.verdicts);
    const where = conditionsOf(query);
    const versioned = { workspaceId, version, study };
    const filter = this.filters.filterOf(workspaceId, study, query);
    const currencies = query.currencies === 'apart' ? await this.currencies(versioned, signal) : null;
    const isUnknown = (index: number) => {
      const placed = judgedOf?.(index);
      return placed !== undefined && !placed.judged.isJudged(placed.place);
    };
    const ranking: RankingOrder = {
      field: sortFieldNamed(query.sort)!,
      order: query.order,
      where,
      partOf: (index, sessions) =>
        2 * (currencies?.indexOf(sessions.valueOf(CURRENCY, index)) ?? 0) +
        Number(query.judged === 'first' && isUnknown(index)),
      folded: query.fold === 'true' ? study.repeats : undefined,
    };
    const list = new Ranking(ranking, study.idOf, query.count, after);
    const fields = [ranking.field, ...(currencies ? [CURRENCY] : []), ...where.map(({ field }) => field)];
    for await (const part of this.fields.read(versioned, fields, signal))
      list.add(part, filter && (await filter(idsOf(study, part))));
    const ranked = list.page();
    const which = { workspaceId, projectId, study: stored };
    const room = query.count - ranked.indexes.length;
    const rest =
      empty === null ? NO_EMPTY_ROWS : await this.empties.page(which, where, after, room, filter, signal);
    const rows = [
      ...ranked.indexes.map((index, i) => ({
        ...rowOf(study, judgedOf?.(index), index),
        rank: rank + i + 1,
      })),
      ...rest.ids.map((id) => ({ id, rank: null, duplicateOf: null, repeats: 1, selection: null })),
    ];
    const last = rest.last ?? ranked.last;
    const { count: _, cursor: __, order: ___, sort: ____, ...filters } = query;
    const covered = JSON.stringify([version, empty, filters]);
    const ids = [...ranked.met.map(study.idOf), ...rest.met];
    return {
      state: 'ready',
      reason: null,
      pending,
      matching: ids.length,
      sessions: await this.entries.of(workspaceId, rows),
      constant: await this.constants.constantIn(workspaceId, covered, ids, signal),
      nextCursor: (ranked.hasMore || rest.hasMore) && last ? write(last, rank + ranked.indexes.length) : null,
    };
  }

  /** Returns the currencies of the sessions, the most frequent first. */
  private async currencies(study: VersionedStudy, signal: AbortSignal): Promise<RankedValue[]> {
    const counts = new Map<RankedValue, number>();
    for await (const part of this.fields.read(study, [CURRENCY], signal)) {
      for (let index = part.from; index < part.to; index += 1) {
        const currency = part.valueOf(CURRENCY, index);
        counts.set(currency, (counts.get(currency) ?? 0) + 1);
      }
    }
    return [...counts]
      .toSorted(([a, n], [b, m]) => m - n || compareValuesIn('asc', a, b))
      .map(([name]) => name);
  }
}

const CURRENCY: RankedField = { kind: 'session', name: 'accountCurrency' };

const idsOf = ({ idOf }: Study, { from, to }: RankedSessions): string[] =>
  Array.from({ length: to - from }, (_, place) => idOf(from + place));

/** Returns the function that finds the tries with which a session is compared; null if it is not compared. */
function placedTries(
  study: Study,
  isAll: boolean,
  verdicts: LeaderboardQuery['verdicts'],
): ((index: number) => PlacedTry) | null {
  if (isAll) return verdicts === 'each' ? (index) => study.judgedInItsStudy(index) : null;
  const { judged, sessions } = study;
  return (index) => ({ judged, place: sessions[index]! });
}

function rowOf(study: Study, placed: PlacedTry | undefined, index: number): Omit<LeaderboardRow, 'rank'> {
  const { repeats, idOf } = study;
  const duplicateOf = repeats.duplicateOf(index);
  const { deflatedSharpe, verdict } = placed?.judged.judge(placed.place, DEFAULT_LEVEL) ?? {};
  return {
    id: idOf(index),
    duplicateOf: duplicateOf === null ? null : idOf(duplicateOf),
    repeats: repeats.numberOf(index),
    selection:
      placed && verdict
        ? { trials: placed.judged.counted, deflatedSharpe: roundedDouble(deflatedSharpe ?? null), verdict }
        : null,
  };
}

/**
 * Returns the conditions of a query. The validation of the query has already made sure that the conditions can be
 * parsed.
 */
const conditionsOf = ({ where }: { readonly where?: string }): readonly Condition[] =>
  where === undefined ? [] : (parseWhere(where) as readonly Condition[]);
