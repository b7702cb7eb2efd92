import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { type TestApp, startTestApp } from '../support/app.js';
import { aSession, everySessionField, everyTradeField, aSessionWith } from '../support/factories.js';
import { realData } from '../support/real-data.js';
import { withinTime } from '../support/within-time.js';

/**
 * Damages our own files and files of other tools at random. The service must either store a damaged file whole, or
 * refuse the file with an error that gives the reason and store nothing.
 */

const RUNS = 150;
const MAX_DURATION_MS = 120_000;

let t: TestApp;
let files: readonly { readonly bytes: Buffer; readonly type: string }[];
beforeAll(async () => {
  t = await startTestApp();
  files = [...(await ownFiles()), ...recordedFiles()];
});
afterAll(() => t.close());

/** Exports of a session whose trades have every field. */
async function ownFiles(): Promise<typeof files> {
  const { projectId } = await aSession(t.call);
  const trades = [everyTradeField(), { ...everyTradeField(), note: '=1, "x"\n', tags: ['a', '-b'] }];
  const { id } = await aSessionWith(t.call, trades, everySessionField(projectId));
  const exported = (format: string) =>
    t.call.get(`/sessions/${id}/trades/export?format=${format}`).buffer(true).expect(200);
  return [
    { bytes: Buffer.from((await exported('csv')).text), type: 'text/csv' },
    { bytes: Buffer.from((await exported('ndjson')).text), type: 'application/x-ndjson' },
  ];
}

function recordedFiles(): typeof files {
  const named = [
    { name: 'freqtrade/backtest-result-2023-04-16_15-59-32.json', type: 'application/json' },
    { name: 'tradingview/bar_magnifier_tv_trades.csv', type: 'text/csv' },
  ];
  return named.flatMap(({ name, type }) => {
    const file = realData(`exports/${name}`, `damaged files as a tool wrote them: ${name}`);
    return file === null ? [] : [{ bytes: readFileSync(file), type }];
  });
}

const HOSTILE = [
  '',
  '"',
  '""',
  ',',
  ';',
  '\n',
  '\r',
  '\0',
  '-1',
  '0',
  '1e400',
  'NaN',
  '=1+1',
  '{',
  '[',
  ']',
  '\uFEFF',
];

/** One change of a file, at a relative position. */
const aChange = fc.oneof(
  fc.record({
    kind: fc.constant('byte' as const),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    byte: fc.nat(255),
  }),
  fc.record({ kind: fc.constant('cut' as const), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({
    kind: fc.constant('insert' as const),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    text: fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ maxLength: 30 })),
  }),
  fc.record({
    kind: fc.constantFrom('drop line' as const, 'repeat line' as const, 'empty cell' as const),
    line: fc.nat(80),
    cell: fc.nat(30),
  }),
);
type Change = typeof aChange extends fc.Arbitrary<infer T> ? T : never;

function changed(file: Buffer, change: Change): Buffer {
  if ('line' in change) {
    const lines = file.toString('latin1').split('\n');
    const at = change.line % lines.length;
    const cells = lines[at]!.split(',');
    cells[change.cell % cells.length] = '';
    const instead = {
      'drop line': [],
      'repeat line': [lines[at]!, lines[at]!],
      'empty cell': [cells.join(',')],
    }[change.kind];
    lines.splice(at, 1, ...instead);
    return Buffer.from(lines.join('\n'), 'latin1');
  }
  const at = Math.floor(change.at * file.length);
  if (change.kind === 'cut') return file.subarray(0, at);
  if (change.kind === 'insert')
    return Buffer.concat([file.subarray(0, at), Buffer.from(change.text), file.subarray(at)]);
  const copy = Buffer.from(file);
  if (copy.length > 0) copy[Math.min(at, copy.length - 1)] = change.byte;
  return copy;
}

const aUpload = fc.record({
  file: fc.nat(3),
  changes: fc.array(aChange, { maxLength: 2 }),
  type: fc.constantFrom('text/csv', 'application/json', 'application/x-ndjson', 'application/zip'),
  query: fc.constantFrom(
    '',
    '?timezone=Europe/Berlin',
    '?source=csv',
    '?source=freqtrade',
    '?symbol=BTCUSDT',
  ),
});
type Upload = typeof aUpload extends fc.Arbitrary<infer T> ? T : never;

const ASSETS = [
  ...['BTCUSDT', 'ETHUSDT', 'ADAUSDT', 'DOGEUSDT'].map((symbol) => ({ symbol })),
  ...everySessionField('').assets,
];

const tradesOf = async (id: string): Promise<number> =>
  (await t.call.get(`/sessions/${id}/record`).expect(200)).body.session.summary.tradeCount;

const counts = { stored: 0, refused: 0 };

async function check({ file, changes, type, query }: Upload): Promise<void> {
  const { bytes, type: own } = files[file % files.length]!;
  const body = changes.reduce(changed, bytes);
  const { id } = await aSession(t.call, { assets: ASSETS });
  const send = () =>
    t.call
      .post(`/sessions/${id}/trades/import${query}`)
      .set('content-type', type ?? own)
      .send(body);
  const answer = await send();
  if (answer.status === 201) {
    counts.stored += 1;
    const { inserted, stored, tradeCount } = answer.body;
    expect(inserted + stored).toBe(tradeCount);
    expect(await tradesOf(id)).toBe(inserted);
    expect((await send().expect(201)).body).toMatchObject({ inserted: 0, stored: tradeCount });
    expect(await tradesOf(id)).toBe(inserted);
  } else {
    counts.refused += 1;
    const { code, message, details } = answer.body;
    expect([answer.status, code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(message).toMatch(/^\S.{10,}\.$/s);
    expect(details.length).toBeGreaterThan(0);
    for (const { field, message: problem } of details) expect(`${field} ${problem}`).toMatch(/^\S+ \S/);
    expect(await tradesOf(id)).toBe(0);
  }
}

it('a damaged file is either stored whole, or refused and leaves nothing behind', async () => {
  await fc.assert(fc.asyncProperty(aUpload, withinTime(MAX_DURATION_MS, check)), {
    numRuns: RUNS,
    endOnFailure: true,
  });
  process.stderr.write(`${counts.stored} damaged files were stored, ${counts.refused} refused.\n`);
  expect(counts.stored).toBeGreaterThan(5);
  expect(counts.refused).toBeGreaterThan(20);
});
