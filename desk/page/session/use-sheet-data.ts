import type { SheetData } from '../../report/sheet-data.js';
import {
  getBreakdown,
  getCalendar,
  getConfidence,
  getExits,
  getMonteCarlo,
  getRisk,
  getStats,
  getTimestamps,
} from '../../api/figures.js';
import type { ApiProblem } from '../../api/problem.js';
import type { Project } from '../../api/projects.js';
import type { Session } from '../../api/sessions.js';
import { allExcursions } from './all-excursions.js';
import { allTrades } from './all-trades.js';
import { useFigures } from './use-figures.js';

const getBySide = getBreakdown('side');
const getByHour = getBreakdown('hour');
const getByWeekday = getBreakdown('weekday');

/** The data of a session's sheet: first the statistics, then the analyses in the order of the page. */
export function useSheetData(
  session: Session,
  project: Project,
  threshold: number,
): { readonly data: SheetData; readonly problem: ApiProblem | undefined; readonly retry: () => void } {
  const of = { sessionId: session.id, threshold };
  const statsAnswer = useFigures(
    'stats',
    of,
    getStats,
    true,
    ({ stats }) => stats.idealRAnalysis.state === 'pending',
  );
  const stats = statsAnswer.value?.stats;
  const isKnown = stats !== undefined;
  const hasTrades = isKnown && stats.tradeCount > 0;
  const answers = {
    risk: useFigures('risk', of, getRisk, isKnown),
    confidence: useFigures('confidence', of, getConfidence, isKnown),
    timestamps: useFigures('timestamps', { ...of, threshold: 0 }, getTimestamps, hasTrades),
    monteCarlo: useFigures('monte-carlo', { ...of, threshold: 0 }, getMonteCarlo, isKnown),
    bySide: useFigures('side', of, getBySide, isKnown),
    byHour: useFigures('hour', of, getByHour, isKnown),
    byWeekday: useFigures('weekday', of, getByWeekday, isKnown),
    calendar: useFigures('calendar', of, getCalendar, isKnown),
    trades: useFigures('trades', { ...of, threshold: 0 }, allTrades, isKnown),
    exits: useFigures('exits', { ...of, threshold: 0 }, getExits, isKnown, isPending),
    excursions: useFigures('excursions', { ...of, threshold: 0 }, allExcursions, isKnown, isPending),
  };
  const failed = [statsAnswer, ...Object.values(answers)].filter(({ problem }) => problem);
  const { risk, confidence, timestamps, monteCarlo, bySide, byHour, byWeekday, calendar } = answers;
  return {
    data: {
      session,
      projectName: project.name,
      breakEvenThreshold: threshold,
      generatedAt: Date.now(),
      ...given({ stats }),
      ...given({ risk: risk.value, confidence: confidence.value, timestamps: timestamps.value }),
      ...given({ monteCarlo: monteCarlo.value, calendar: calendar.value }),
      ...given({ bySide: bySide.value, byHour: byHour.value, byWeekday: byWeekday.value }),
      ...given({ trades: answers.trades.value, exits: answers.exits.value }),
      ...given({ excursions: answers.excursions.value }),
    },
    problem: failed[0]?.problem,
    retry: () => {
      for (const { reload } of failed) reload();
    },
  };
}

const isPending = ({ state }: { readonly state: string }): boolean => state === 'pending';

type Given<Fields> = { readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** Returns only the fields that are defined. */
const given = <Fields extends object>(fields: Fields): Given<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<Fields>;
