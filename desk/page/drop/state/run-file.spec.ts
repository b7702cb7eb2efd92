import { ApiProblem } from '../../../api/problem.js';
import type { ImportedSession, PreviewedSession } from '../../../api/runs.js';
import { shownOf, stateOf } from '../dialog/shown-sessions.js';
import { projectFor } from './new-project.js';
import { concernsAll, isOutcomeUnknown, refusalOf } from './refusal.js';
import {
  type RunFile,
  existingSessions,
  isDone,
  isStorable,
  madeSessions,
  newSessions,
  replacedSessions,
} from './run-file.js';
import { missingNames, settingsOf } from './settings.js';
import { summaryOf } from './summary.js';

const aFile = (fields: Partial<RunFile> = {}): RunFile => ({
  id: 0,
  file: new File(['x'], 'run.csv'),
  path: 'run.csv',
  settings: {},
  needs: [],
  phase: 'read',
  preview: [],
  stored: [],
  problem: null,
  question: null,
  lines: [],
  attempt: '',
  replaces: [],
  ...fields,
});

/** A session as a preview returns it. If it has an id, the session is already stored. */
const previewed = (
  name: string,
  sessionId: string | null = null,
  symbols = ['BTCUSDT'],
  timeframe = '1h',
) => {
  const assets = symbols.map((symbol) => ({ symbol, feed: 'venue-spot', timeframe }));
  const session = { name, strategy: name, assets };
  return { session, sessionId, created: sessionId === null } as unknown as PreviewedSession;
};

const imported = (id: string, created = true) =>
  ({ session: { id, name: id }, created, tradeCount: 1 }) as unknown as ImportedSession;

const refused = (...fields: readonly string[]) =>
  new ApiProblem(
    400,
    'VALIDATION_FAILED',
    '',
    fields.map((field) => ({ field, message: 'is required' })),
  );

describe('the parameters of a file', () => {
  const asked = { initialBalance: ' 1000 ', symbol: 'BTCUSDT', accountCurrency: 'EUR', timezone: '' };

  it('contain a value that the user entered only if the file lacks the parameter', () => {
    expect(settingsOf(aFile(), {}, asked)).toEqual({});
    expect(settingsOf(aFile({ needs: ['symbol', 'timezone'] }), {}, asked)).toEqual({ symbol: 'BTCUSDT' });
  });

  it('contain the currency that the user entered with a balance', () => {
    expect(settingsOf(aFile({ needs: ['initialBalance'] }), {}, asked)).toEqual({
      initialBalance: '1000',
      accountCurrency: 'EUR',
    });
  });

  it('come first from the settings of the file, then from the values that the user entered, then from the settings of all files', () => {
    const common = { feed: 'venue-spot', symbol: 'XRPUSDT', tags: '' };
    const own = aFile({ needs: ['symbol'], settings: { feed: 'venue-usdm-current-quarter', timezone: '' } });
    expect(settingsOf(own, common, asked)).toEqual({
      feed: 'venue-usdm-current-quarter',
      symbol: 'BTCUSDT',
    });
    expect(settingsOf(aFile({ settings: { symbol: 'ETHUSDT' }, needs: ['symbol'] }), {}, asked)).toEqual({
      symbol: 'ETHUSDT',
    });
  });

  it('are listed once for all files that lack them, in a fixed order', () => {
    const files = [
      aFile({ phase: 'asking', needs: ['timezone'] }),
      aFile({ phase: 'asking', needs: ['symbol', 'initialBalance'] }),
      aFile({ phase: 'read', needs: ['dateOrder'] }),
    ];
    expect(missingNames(files)).toEqual(['initialBalance', 'symbol', 'timezone']);
  });
});

describe('a file that the service refuses', () => {
  it('is incomplete if the only problem is that parameters are missing', () => {
    expect(refusalOf(aFile({ needs: ['dateOrder'] }), refused('initialBalance', 'symbol'))).toEqual({
      phase: 'asking',
      needs: ['dateOrder', 'initialBalance', 'symbol'],
      question: null,
    });
  });

  it.each([
    ['refused', ['file']],
    ['refused', ['file', 'symbol']],
    ['refused', ['line 3 qty']],
    ['refused', []],
  ] as const)('is %s if the problem concerns %j', (phase, fields) => {
    expect(refusalOf(aFile(), refused(...fields)).phase).toBe(phase);
  });

  it('is unrecognised if its format or its columns are unknown', () => {
    const phaseOf = (message: string) =>
      refusalOf(aFile(), new ApiProblem(400, 'VALIDATION_FAILED', '', [{ field: 'file', message }])).phase;
    expect(phaseOf('has no header that is known; it begins with a,b')).toBe('unrecognised');
    expect(phaseOf('has no strategy.{name}.trades, so it is no result of freqtrade')).toBe('unrecognised');
    expect(phaseOf('is a Parquet file, which is not read: save its table as csv')).toBe('refused');
  });

  it('is unclear or refused with a question if its profits are asked or disagree with its prices', () => {
    const choice = { meaning: 'net', costs: null, pointValue: 50, total: 1, net: 1 } as const;
    const asked = new ApiProblem(400, 'MONEY_UNCLEAR', '', [], null, null, [choice]);
    expect(refusalOf(aFile({ needs: ['symbol'] }), asked)).toEqual({
      phase: 'unclear',
      needs: ['symbol'],
      question: { column: null, choices: [choice], rows: [] },
    });
    const row = { field: 'lines[2].profit', message: 'disagrees with the prices; line 2: wrong' };
    const wrong = new ApiProblem(400, 'VALIDATION_FAILED', '', [row]);
    expect(refusalOf(aFile(), wrong)).toMatchObject({
      phase: 'refused',
      question: { choices: [], rows: ['line 2: wrong'] },
    });
  });

  it.each([
    [400, 'VALIDATION_FAILED', false, false],
    [413, 'PAYLOAD_TOO_LARGE', false, false],
    [0, 'UNREACHABLE', true, true],
    [401, 'UNAUTHORIZED', true, false],
    [404, 'PROJECT_NOT_FOUND', true, false],
    [409, 'QUOTA_SESSIONS', true, false],
    [500, 'INTERNAL_ERROR', true, true],
    [503, 'BUSY', true, false],
    [507, 'STORAGE_FULL', true, false],
  ] as const)(
    'is refused with %i %s (the problem concerns all files: %s; the file may have been stored: %s)',
    (status, code, all, unknown) => {
      const problem = new ApiProblem(status, code as ApiProblem['code'], '');
      expect([concernsAll(problem), isOutcomeUnknown(problem)]).toEqual([all, unknown]);
    },
  );
});

describe('the new project of a drop', () => {
  it('has the name of the most frequent strategy, and the most frequent symbol and timeframe', () => {
    const files = [
      aFile({ preview: [previewed('')] }),
      aFile({ preview: [previewed('Other', null, ['ETHUSDT'], '5m')] }),
      aFile({ preview: [previewed('Breakout', null, ['ETHUSDT', 'XRPUSDT'], '5m')] }),
      aFile({ preview: [previewed('Breakout')] }),
    ];
    expect(projectFor(files)).toEqual({ name: 'Breakout', symbol: 'BTCUSDT', timeframe: '5m' });
    // Half of the sessions is not enough for the name of the whole.
    expect(projectFor([...files, aFile({ preview: [previewed('Third')] })])).toMatchObject({
      name: '3 strategies',
    });
  });

  it('has the name of the first file if there is no strategy', () => {
    // Without a market, the symbol is not guessed.
    expect(projectFor([aFile()])).toEqual({ name: 'run', symbol: '', timeframe: '1h' });
    expect(projectFor([])).toMatchObject({ name: '' });
  });
});

describe('the sessions of a file', () => {
  it('are stored if at least one of them does not exist yet', () => {
    const both = aFile({ preview: [previewed('a'), previewed('b', 'id')] });
    const known = aFile({ preview: [previewed('b', 'id')] });
    expect([both, known].map(isStorable)).toEqual([true, false]);
    expect([both, known].map(isDone)).toEqual([false, true]);
    expect(newSessions([both, known])).toBe(1);
    expect(existingSessions(both)).toEqual([{ id: 'id', name: 'b' }]);
  });

  it('count as created by the drop unless they existed before or have been removed', () => {
    const file = aFile({ phase: 'stored', stored: [imported('a'), imported('b', false), imported('c')] });
    expect(madeSessions([file], new Set(['c'])).map(({ session }) => session.id)).toEqual(['a']);
    expect(existingSessions(file).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  it('replace earlier sessions that were created from the same file with other settings, but never themselves', () => {
    const replaces = ['old', 'gone', 'same'].map((id) => ({ id, name: id }));
    const file = aFile({ phase: 'stored', stored: [imported('same', false)], replaces });
    expect(replacedSessions(file, new Set(['gone']))).toEqual([{ id: 'old', name: 'old' }]);
  });

  it('are shown with their states', () => {
    const file = aFile({
      phase: 'stored',
      preview: [previewed('A'), previewed('B'), previewed('C')],
      stored: [imported('a'), imported('b', false), imported('c')],
    });
    const labels = shownOf(file).map((one) => stateOf(file, one, new Set(['c'])).label);
    expect(labels).toEqual(['Stored', 'Already there', 'Removed']);
    const failed = aFile({ preview: [previewed('A')], problem: refused() });
    expect(shownOf(failed).map((one) => stateOf(failed, one).label)).toEqual(['Not stored']);
    expect(shownOf(aFile({ phase: 'asking', preview: [previewed('A')] }))).toEqual([]);
  });
});

describe('the summary of a drop', () => {
  it('counts the files by kind before anything is stored', () => {
    const files = [
      aFile({ preview: [previewed('a'), previewed('b')] }),
      aFile({ preview: [previewed('c', 'id')] }),
      aFile({ phase: 'asking' }),
      aFile({ phase: 'unclear' }),
      aFile({ phase: 'unrecognised' }),
      aFile({ phase: 'refused' }),
      aFile({ phase: 'waiting' }),
    ];
    expect(summaryOf(files, new Set())).toBe(
      '7 files: 2 new sessions, 1 already there, 1 being read, 1 incomplete, 1 unclear, 1 not recognised, 1 refused.',
    );
  });

  it('counts the files by outcome after they are stored', () => {
    const files = [
      aFile({ phase: 'stored', stored: [imported('a'), imported('b', false), imported('c')] }),
      aFile({ preview: [previewed('d')], problem: refused() }),
      aFile({ preview: [previewed('e', 'c')] }),
    ];
    expect(summaryOf(files, new Set(['c']))).toBe(
      '3 files: 1 stored, 1 removed, 1 still to store, 1 already there.',
    );
  });
});
