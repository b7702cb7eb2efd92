import { Injectable } from '@nestjs/common';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { dateText } from '../../analysis/local-time/local-days.js';
import type { PanelTests } from '../../analysis/overfitting/panel-tests.js';
import { MAX_PANEL_DRAWS } from '../../analysis/overfitting/superior-ability.js';
import { AnalysisQueue } from '../../analysis/service/analysis-queue.js';
import { roundedDouble } from '../../../shared/decimal/exact-decimal.js';
import type { TaggedJson } from '../../../platform/http/tagged-answer.js';
import { validationProblem } from '../../../shared/problems/problem.js';
import {
  PANEL_EXCLUSIONS,
  type Candidate,
  type PanelExclusion,
  MIN_PANEL_DAYS,
  MIN_PANEL_SESSIONS,
  type SessionPanel,
  buildPanel,
  panelSessions,
} from '../overfitting/panel.js';
import type { VersionedStudy } from './fields-reader.js';
import type { Study } from './study.js';
import { DayReturnsReader } from './day-returns-reader.js';
import type { OverfittingAnswer, OverfittingQuery, OverfittingReason, PanelDto } from './overfitting.dto.js';
import { type FoundStudy, StudiesReader, type StudyRequest } from './studies-reader.js';

/** Version of the response. Raise the version by 1 if the response changes while the tries stay the same. */
const OVERFITTING_VERSION = 3;

type Answer = Omit<OverfittingAnswer, 'calculationVersion' | 'study'>;

@Injectable()
export class OverfittingService {
  constructor(
    private readonly reader: StudiesReader,
    private readonly days: DayReturnsReader,
    private readonly queue: AnalysisQueue,
  ) {}

  /**
   * Tests whether the best session of a study is better than the expected best by luck of equally many sessions without
   * skill.
   * @throws Problem VALIDATION_FAILED, PROJECT_NOT_FOUND, BUSY
   */
  overfitting(request: StudyRequest<OverfittingQuery>): Promise<TaggedJson> {
    return this.reader.answer(request, `overfitting ${OVERFITTING_VERSION}`, (study, signal) =>
      this.compute(study, request.query, signal),
    );
  }

  private async compute(found: FoundStudy, query: OverfittingQuery, signal: AbortSignal): Promise<Answer> {
    if (found.state !== 'ready')
      return { ...NO_TESTS, state: found.state, reason: found.reason, panel: null };
    // The panel alone is made in the place among the reads of studies: its tests have a queue of their own.
    const { panel, leftOut } = await found.read(signal, (study) => this.panelOf(study));
    const shown = toPanelDto(panel, leftOut);
    const reason = reasonOf(shown);
    if (reason) return { ...NO_TESTS, state: 'unavailable', reason, panel: shown };
    const { blocks, paths, seed } = query;
    refuseTooManyPaths(paths, shown);
    const settings = { returns: panel.returns, blocks, paths, seed };
    const { workspaceId } = found;
    const tests = await this.queue.run({ kind: 'panel', workspaceId, settings }, { signal });
    return { state: 'ready', reason: null, panel: shown, ...shownTests(tests, query, panel) };
  }

  private async panelOf({ workspaceId, study }: VersionedStudy): Promise<{
    readonly panel: SessionPanel;
    readonly leftOut: ReadonlyMap<PanelExclusion, number>;
  }> {
    const { candidates, leftOut } = await candidatesIn(study);
    await nextTurn();
    const chosen = panelSessions(candidates);
    const returns = await this.days.read(workspaceId, study, chosen.span ? chosen.sessionIds : []);
    return { panel: buildPanel(chosen, (sessionId) => returns.get(sessionId) ?? null), leftOut };
  }
}

const NO_TESTS = { cscv: null, spa: null, stepM: [] };

/** Number of sessions that are handled before other work has a turn. */
const SESSIONS_OF_A_TURN = 5_000;

/** Returns the live sessions that count as tries, and the number of all other rows by reason. */
async function candidatesIn(study: Study): Promise<{
  readonly candidates: Candidate[];
  readonly leftOut: ReadonlyMap<PanelExclusion, number>;
}> {
  const { ledger, sessions, judged } = study;
  await nextTurn();
  const candidates: Candidate[] = [];
  for (const [index, place] of sessions.entries()) {
    if (index % SESSIONS_OF_A_TURN === SESSIONS_OF_A_TURN - 1) await nextTurn();
    if (judged.duplicateOf(place) === null)
      candidates.push({
        sessionId: ledger.idOf(place),
        timezone: ledger.zoneOf(place),
        ...ledger.daysOf(place),
        equityNotPositive: ledger.isRuined(place),
      });
  }
  const leftOut = new Map<PanelExclusion, number>();
  if (sessions.length < ledger.count) leftOut.set('ended', ledger.count - sessions.length);
  if (candidates.length < sessions.length) leftOut.set('duplicate', sessions.length - candidates.length);
  return { candidates, leftOut };
}

function toPanelDto(
  { returns, sessionIds, excluded, span }: SessionPanel,
  leftOut: ReadonlyMap<PanelExclusion, number>,
): PanelDto {
  const counts = new Map([...leftOut, ...excluded]);
  return {
    sessions: sessionIds.length,
    excluded: PANEL_EXCLUSIONS.flatMap((reason) => {
      const count = counts.get(reason);
      return count === undefined ? [] : [{ reason, count }];
    }),
    from: span && dateText(span.firstDay),
    to: span && dateText(span.lastDay),
    days: returns[0]?.length ?? (span ? span.lastDay - span.firstDay + 1 : 0),
  };
}

function reasonOf({ sessions, days }: PanelDto): OverfittingReason | null {
  if (sessions < MIN_PANEL_SESSIONS) return 'too-few-sessions';
  return days < MIN_PANEL_DAYS ? 'too-few-days' : null;
}

/**
 * Refuses a request that would need too many draws, which depend on the paths and on the panel.
 * @throws Problem VALIDATION_FAILED
 */
function refuseTooManyPaths(paths: number, { sessions, days }: PanelDto): void {
  const most = Math.floor(MAX_PANEL_DRAWS / (days * sessions));
  if (paths <= most) return;
  const message = `must not be greater than ${most} for ${sessions} sessions over ${days} days`;
  throw validationProblem([{ field: 'paths', message }]);
}

function shownTests(
  { crossValidation, superiorAbility }: PanelTests,
  { blocks, paths, seed }: OverfittingQuery,
  { sessionIds }: SessionPanel,
): Pick<Answer, 'cscv' | 'spa' | 'stepM'> {
  const { splits, overfitted, pbo, medianLogit, probabilityOfLoss, slope, meanRanks } = crossValidation;
  const { statistic, pValue, upper, steps } = superiorAbility;
  return {
    cscv: {
      blocks,
      splits,
      overfitted,
      pbo: roundedDouble(pbo)!,
      medianLogit: roundedDouble(medianLogit)!,
      probabilityOfLoss: roundedDouble(probabilityOfLoss)!,
      slope: roundedDouble(slope),
      meanRanks: meanRanks.map((rank) => roundedDouble(rank)!),
    },
    spa: {
      paths,
      seed,
      statistic: roundedDouble(statistic)!,
      pValue: roundedDouble(pValue)!,
      upper: roundedDouble(upper)!,
    },
    stepM: steps.map((step) => ({
      sessionId: sessionIds[step.place]!,
      statistic: roundedDouble(step.statistic)!,
      pValue: roundedDouble(step.pValue)!,
    })),
  };
}
