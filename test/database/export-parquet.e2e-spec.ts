import { randomUUID } from 'node:crypto';
import { EXPORT_COLUMNS } from '../../src/trades/export/export-columns.js';
import { type TestApp, startTestApp } from '../support/app.js';
import { aSession, aSessionWith, aTrade } from '../support/factories.js';
import { aVariedSession, download, expectedRows, exportPathOf, rowsOf } from '../support/parquet.js';
import { expectProblem } from '../support/problems.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

describe('the export of a session as Parquet', () => {
  it('contains the rows of the ndjson export, with the same columns', async () => {
    const session = await aVariedSession(t.call);
    const rows = await rowsOf(await download(t.call, session));
    expect(rows).toEqual(await expectedRows(t.call, session));
    expect(rows).toHaveLength(4);
    for (const row of rows) expect(Object.keys(row)).toEqual([...EXPORT_COLUMNS]);
  });

  it('can contain one trade or no trades', async () => {
    const one = await aSessionWith(t.call, [aTrade()]);
    expect(await rowsOf(await download(t.call, one))).toEqual(await expectedRows(t.call, one));
    const empty = await aSession(t.call);
    expect(await rowsOf(await download(t.call, empty))).toEqual([]);
  });

  it('responds to HEAD without a body, and is refused for a foreign and an unknown session', async () => {
    const session = await aSessionWith(t.call, [aTrade()]);
    const { headers, text } = await t.stranger
      .head(exportPathOf(session, 'parquet'))
      .set('x-api-key', t.secrets.own)
      .expect(200);
    expect([headers['content-type'], text ?? '']).toEqual(['application/vnd.apache.parquet', '']);
    expectProblem(await t.other.get(exportPathOf(session, 'parquet')), 'SESSION_NOT_FOUND');
    expectProblem(await t.call.get(exportPathOf({ id: randomUUID() }, 'parquet')), 'SESSION_NOT_FOUND');
    expectProblem(await t.call.get(exportPathOf(session, 'Parquet')), 'VALIDATION_FAILED', ['format']);
  });
});
