import { freqtradeResult, sendRun } from '../support/run-files.js';
import { createHash } from 'node:crypto';
import { DataSource } from 'typeorm';
import type { ApiKey } from '../../src/platform/auth/api-key.entity.js';
import { KeysService } from '../../src/platform/auth/keys.service.js';
import { SCOPES } from '../../src/platform/auth/principal.js';
import { DISTRIBUTED_TABLES } from '../../src/cli/distribute.js';
import { eraseWorkspace, rowsOfWorkspace } from '../../src/cli/workspace/erase-workspace.js';
import { exportedWorkspace } from '../../src/cli/workspace/export-workspace.js';
import { importWorkspace } from '../../src/cli/workspace/import-workspace.js';
import { listWorkspaces } from '../../src/cli/workspace/list-workspaces.js';
import { COLUMN_RULES } from '../../src/cli/workspace/column-rules.js';
import { REQUEST_COLUMNS } from '../../src/cli/workspace/request-columns.js';
import { movingTables, tenantTables } from '../../src/cli/workspace/tenant-tables.js';
import type { RowCounts } from '../../src/cli/workspace/workspace-file.js';
import { type Caller, type TestApp, callerWith, startTestApp } from '../support/app.js';
import {
  aProject,
  aSession,
  aSessionWith,
  aTrade,
  everySessionField,
  everyTradeField,
  finish,
  ingest,
  projectInput,
  statsOf,
} from '../support/factories.js';
import { type OwnDatabase, anOwnDatabase } from '../support/own-database.js';
import { fillReplay } from '../support/stored-rows.js';
import { until } from '../support/until.js';

/** Two databases with a service on each. */
let owned: OwnDatabase[];
let here: TestApp;
let there: TestApp;
/** Caller of the same workspace in the second database. */
let callThere: Caller;
let otherThere: Caller;
beforeAll(async () => {
  owned = await Promise.all([anOwnDatabase(), anOwnDatabase()]);
  here = await startTestApp({}, owned[0]!.address);
  there = await startTestApp({ API_KEYS: here.environment.API_KEYS }, owned[1]!.address);
  callThere = callerWith(there.stranger, here.secrets.own);
  otherThere = callerWith(there.stranger, here.secrets.other);
});
afterAll(async () => {
  await there?.close();
  await here?.close();
  for (const database of owned ?? []) await database.remove();
});

const databaseOf = (t: TestApp): DataSource => t.app.get(DataSource);
const nameOf = (t: TestApp): string => t.environment.configuredKeys[0]!.workspace;
const othersNameOf = (t: TestApp): string => t.environment.configuredKeys[1]!.workspace;

async function exported(t: TestApp, name = nameOf(t), counts: RowCounts = {}): Promise<string> {
  let file = '';
  for await (const part of exportedWorkspace(databaseOf(t), name, counts)) file += part;
  return file;
}

/** Imports a text in chunks of any length. */
async function imported(t: TestApp, file: string, name = nameOf(t), chunk = 1000): Promise<RowCounts> {
  const bytes = Buffer.from(file);
  async function* chunks() {
    for (let start = 0; start < bytes.length; start += chunk) yield bytes.subarray(start, start + chunk);
  }
  return importWorkspace(databaseOf(t), name, chunks());
}

/** Fills a workspace with rows in every table, and with texts and numbers that are easily damaged. */
async function fill(t: TestApp): Promise<{ id: string }[]> {
  const { id: projectId } = await aProject(t.call, { name: 'Ünïcode "quoted" \\ 😀\u2028' });
  const { body } = await t.call
    .post('/sessions', { ...everySessionField(projectId), tags: ['a,b', '{"}', 'null'] })
    .expect(201);
  await ingest(t.call, body.session, [
    { ...everyTradeField(), note: 'two\nlines\t\r\n', clientId: 'Z' },
    { ...everyTradeField(), qty: 0.1 + 0.2, clientId: 'a' },
    { ...everyTradeField(), entryPrice: 1e-7, exitPrice: 1.7976931348e11, clientId: 'Ä' },
  ]);
  const traded = await aSessionWith(
    t.call,
    Array.from({ length: 250 }, () => aTrade({ stopLoss: 990 })),
  );
  const { trades } = await ingest(t.call, traded, [aTrade()]);
  await t.call.patch(`/sessions/${traded.id}/trades/${trades[0]!.id}`, { qty: 3 }).expect(200);
  await finish(t.call, traded);
  const state = '{"big":123456789012345678901234567890,"deep":[[["\\n"]]],"twice":1,"twice":2}';
  await t.call
    .put(`/sessions/${traded.id}/state`)
    .set('content-type', 'application/json')
    .send(`{"state":${state}}`)
    .expect(200);
  const run = { id: projectId };
  await sendRun(t.call, run, freqtradeResult()).expect(201);
  await sendRun(t.call, run, freqtradeResult(), { name: 'Another' }).expect(201);
  await fillReplay(databaseOf(t), traded);
  await databaseOf(t).query(
    `INSERT INTO seen_spans SELECT workspace_id, 'BTCUSDT', 'venue-spot', 1699999200000, '{[1,5),[7,253402300799999)}'
     FROM sessions WHERE id = $1`,
    [traded.id],
  );
  for (const key of ['b', 'A', '_'])
    await t.call.post('/projects', projectInput()).set('Idempotency-Key', key).expect(201);
  await fillWithExtremes(t, projectId);
  return [body.session, traded, await aSession(t.call)];
}

/**
 * Stores the longest, smallest and largest values that requests accept, and rows that are written by routes other than
 * an ingest.
 */
async function fillWithExtremes({ call }: TestApp, projectId: string): Promise<void> {
  const long = (length: number) => '😀'.repeat(length);
  const input = {
    projectId,
    name: long(200),
    strategy: long(1000),
    description: long(5000),
    initialBalance: 1e15,
    tags: Array.from({ length: 20 }, (_, index) => `${index} ${long(30)}`),
    rangeStart: 1,
    rangeEnd: 253_402_300_799_999,
    randomSeed: Number.MAX_SAFE_INTEGER,
    feesConfig: { entryFee: 0.075, exitFee: 1e12, type: 'fixed' },
    assets: [
      { symbol: 'ABC', executionCostConfig: { spread: 0.1, slippage: 1e-9, fees: { entryFee: 0.1 } } },
      { symbol: 'ABC', feed: 'venue-usdm-current-quarter', timeframe: '1h' },
    ],
  };
  const { body } = await call.post('/sessions', input).expect(201);
  const market = { symbol: 'ABC', feed: 'venue-spot' };
  const trade = (fields: object) => ({ ...aTrade(), stopLoss: null, ...market, ...fields });
  const { trades } = await ingest(call, body.session, [
    trade({ qty: 1e-6, entryPrice: 1e-6, exitPrice: 3e-6, note: long(1000), tags: ['a', ' b '.trim()] }),
    trade({ qty: 1e6, entryPrice: 123456.789, exitPrice: 0.1 + 0.2, side: 'short', stopLoss: 123457 }),
    trade({ feesPaid: -0, spreadPaid: -1e12, slippagePaid: 0.1 + 0.2 }),
    trade({ feed: 'venue-usdm-current-quarter', takeProfit: 1e12, feesPaid: -12.5 }),
    trade({ entryTime: 1, exitTime: 253_402_300_799_999 }),
  ]);
  const path = `/sessions/${body.session.id}/trades`;
  await call.delete(`${path}/${trades.at(-1)!.id}`).expect(204);
  await call.patch(`${path}/${trades[0]!.id}`, { note: 'edited', feesPaid: 0.125, tags: [] }).expect(200);
  await call.patch(`${path}/${trades[2]!.id}`, { spreadPaid: null }).expect(200);
  const csv = ['clientId,symbol,feed,side,qty,entryTime,entryPrice,exitTime,exitPrice,note'];
  csv.push('file,ABC,venue-spot,long,0.000000000001,1700000000000,1,1700000060000,2,=1', '');
  await call.post(`${path}/import`).set('content-type', 'text/csv').send(csv.join('\n')).expect(201);
  for (const costs of ['keep', 'recompute'])
    await call.post(`/sessions/${body.session.id}/copy`, { costs, strategy: costs }).expect(201);
  await call.post(`/sessions/${body.session.id}/copy`, { withTrades: false }).expect(201);
  const emptied = await aSessionWith(call, [aTrade(), aTrade()]);
  await call.delete(`/sessions/${emptied.id}/trades`).expect(200);
}

describe('a workspace that moves', () => {
  let sessions: { id: string }[];
  let file: string;
  let key: ApiKey;
  const counts: RowCounts = {};
  beforeAll(async () => {
    sessions = await fill(here);
    const wanted = { name: 'stays', workspace: nameOf(here), scopes: [], expiresAt: null };
    ({ key } = await here.app.get(KeysService).create(wanted));
    await aSessionWith(here.other, [aTrade()]);
    file = await exported(here, nameOf(here), counts);
  });

  it('becomes one file: a header, the rows by table, and a trailer with the numbers of rows and a checksum', () => {
    const lines = file.trimEnd().split('\n');
    const [header, ...rest] = lines.map((line): Record<string, unknown> => JSON.parse(line));
    expect(header).toMatchObject({ format: 'backtest-workspace', version: 1, workspace: nameOf(here) });
    expect(Object.keys(header!['tables'] as object)).toEqual(Object.keys(counts));
    expect(rest.pop()).toEqual({
      rows: counts,
      sha256: createHash('sha256')
        .update(
          lines
            .slice(0, -1)
            .map((line) => `${line}\n`)
            .join(''),
        ) // prettier-ignore
        .digest('hex'),
    });
    const found: RowCounts = {};
    for (const [table] of rest.map((row) => Object.keys(row))) found[table!] = (found[table!] ?? 0) + 1;
    expect(found).toEqual(counts);
    expect(counts).toEqual({
      projects: 7,
      idempotency_keys: 3,
      sessions: 10,
      session_assets: 14,
      session_imports: 2,
      session_states: 1,
      trades: 271,
      trials: 8,
      first_answers: 9,
      playheads: 1,
      seen_spans: 1,
    });
  });

  it('contains no key and no secret, and no row of another workspace', async () => {
    for (const text of [key.id, key.hash, key.prefix]) expect(file).not.toContain(text);
    const others = await databaseOf(here).query<{ id: string }[]>(
      `SELECT s.id FROM sessions s JOIN workspaces w ON w.id = workspace_id WHERE w.name = $1`,
      [othersNameOf(here)],
    );
    expect(others).toHaveLength(1);
    expect(file).not.toContain(others[0]!.id);
  });

  it('is the same at its destination: responses, statistics and the next export, byte for byte', async () => {
    const untouched = await exported(here, othersNameOf(here));
    expect(await imported(there, file)).toEqual(counts);
    expect(await exported(there)).toBe(file);
    for (const session of sessions) {
      expect(await statsOf(callThere, session)).toEqual(await statsOf(here.call, session));
      for (const path of ['', '/record', '/state', '/trades?count=500', '/trades/export']) {
        const ask = (call: Caller) => call.get(`/sessions/${session.id}${path}`).expect(200);
        expect((await ask(callThere)).text).toBe((await ask(here.call)).text);
      }
    }
    await eraseWorkspace(databaseOf(here), nameOf(here));
    await here.call.get('/projects').expect(403);
    await imported(here, file, nameOf(here), 70_000);
    // Instances notice within seconds that the workspace is in use again.
    await until(async () => (await here.call.get('/projects')).status === 200);
    expect(await exported(here)).toBe(file);
    expect(await exported(here, othersNameOf(here))).toBe(untouched);
    // The workspace keeps working: repeats are recognised, and new trades are counted.
    const replay = await here.call.post('/projects', projectInput()).set('Idempotency-Key', 'A').expect(201);
    expect(replay.headers['idempotent-replayed']).toBe('true');
    await ingest(here.call, sessions[0]!, [everyTradeField()]);
    expect((await statsOf(here.call, sessions[0]!)).tradeCount).toBe(4);
  });

  it('can get another name and exist beside the original workspace', async () => {
    await imported(there, file, 'twin');
    const rowsOf = (text: string) => text.split('\n').slice(1, -2);
    expect(rowsOf(await exported(there, 'twin'))).toEqual(rowsOf(file));
    expect(await exported(there)).toBe(file);
  });

  it('shares no cached response with the original workspace, although the resources of both have the same ids', async () => {
    const { id } = sessions.at(-1)!;
    const twin = await there.app
      .get(KeysService)
      .create({ name: 'twin', workspace: 'twin', scopes: SCOPES, expiresAt: null });
    const callTwin = callerWith(there.stranger, twin.secret);
    await ingest(callThere, { id }, [aTrade({ plNet: 5, stopLoss: 990 })]);
    await ingest(callTwin, { id }, [aTrade({ plNet: -7, stopLoss: 990 })]);
    const routes = [
      'stats',
      'stats/explain?figure=plNet',
      ...['risk', 'breakdown?by=side', 'calendar', 'monte-carlo', 'confidence'].map(
        (kind) => `analysis/${kind}`,
      ),
    ];
    for (const route of routes) {
      const [mine, twins] = [
        await callThere.get(`/sessions/${id}/${route}`).expect(200),
        await callTwin.get(`/sessions/${id}/${route}`).expect(200),
      ];
      expect([route, twins.headers['etag']]).not.toEqual([route, mine.headers['etag']]);
      expect([route, twins.text]).not.toEqual([route, mine.text]);
    }
    expect((await statsOf(callTwin, { id })).plNet).toBe(-7);
    expect((await statsOf(callThere, { id })).plNet).toBe(5);
  });

  it('gets a ledger that begins at the import if its file comes from a version without a ledger', async () => {
    const without = (line: string, table: string, ...columns: string[]): string => {
      const row = JSON.parse(line) as Record<string, Record<string, unknown>>;
      for (const column of columns) Reflect.deleteProperty(row[table]!, column);
      return JSON.stringify(row);
    };
    const old = sealed(
      ([header, ...rows]) => {
        const { tables, ...others } = JSON.parse(header!) as { tables: Record<string, string[]> };
        const { trials: _, ...left } = tables;
        const added = new Set(['trial', 'run', 'trials_since']);
        const columns = Object.entries(left).map(([table, names]) => [
          table,
          names.filter((name) => !added.has(name)),
        ]);
        return [
          JSON.stringify({ ...others, tables: Object.fromEntries(columns) }),
          ...rows
            .filter((line) => !line.startsWith('{"trials"'))
            .map((line) => {
              if (line.startsWith('{"sessions"')) return without(line, 'sessions', 'trial', 'run');
              return line.startsWith('{"projects"') ? without(line, 'projects', 'trials_since') : line;
            }),
        ];
      },
      ['trials'],
    );
    const before = Date.now();
    const rows = await imported(there, old, 'old');
    const read = <Row>(text: string) =>
      databaseOf(there).query<Row[]>(`${text} JOIN workspaces w ON w.id = workspace_id WHERE w.name = 'old'`);
    const trials = await read<{ study: string; run: number; ended: null }>(
      'SELECT study, run, ended FROM trials',
    );
    const traded = await read('SELECT 1 FROM (SELECT * FROM sessions WHERE trade_count > 0 AND run = 1) s');
    expect(trials).toEqual(traded.map(() => ({ study: '', run: 1, ended: null })));
    expect(rows['trials']).toBe(traded.length);
    for (const { since } of await read<{ since: number }>('SELECT trials_since AS since FROM projects'))
      expect(since).toBeGreaterThanOrEqual(before);
  });

  it('has an entry in the audit log of the destination, but its own audit log does not move', async () => {
    const name = 'audited';
    await imported(there, file, name);
    const [{ id }] = await databaseOf(there).query<[{ id: string }]>(
      'SELECT id FROM workspaces WHERE name = $1',
      [name],
    );
    const entries = await databaseOf(there).query(
      `SELECT actor_kind, actor, action, resource_type, resource_id, count::int
       FROM audit_entries WHERE workspace_id = $1`,
      [id],
    );
    const count = Object.values(counts).reduce((sum, rows) => sum + rows, 0);
    expect(entries).toEqual([
      { actor_kind: 'command', actor: 'cli', action: 'workspace.import', resource_type: 'workspace', resource_id: id, count }, // prettier-ignore
    ]);
  });

  /** Returns the file with changed lines and a matching trailer, so that only the change itself is wrong. */
  function sealed(change: (lines: string[]) => string[], removed: readonly string[] = []): string {
    const lines = change(file.trimEnd().split('\n').slice(0, -1));
    const body = lines.map((line) => `${line}\n`).join('');
    const tables = Object.keys(counts).filter((table) => !removed.includes(table));
    const rows: RowCounts = Object.fromEntries(tables.map((table) => [table, 0]));
    for (const line of lines.slice(1)) rows[/^\{"(\w+)"/.exec(line)?.[1] ?? '']! += 1;
    const sha256 = createHash('sha256').update(body).digest('hex');
    return `${body}${JSON.stringify({ rows, sha256 })}\n`;
  }
  const lineNumber = (start: string) => file.split('\n').findIndex((line) => line.startsWith(start)) + 1;
  const changedLine = (number: number, change: (line: string) => string) =>
    sealed((lines) => lines.map((line, index) => (index + 1 === number ? change(line) : line)));

  const wrong: [what: string, file: () => string, message: RegExp, line?: () => number][] = [
    ['is empty', () => '', /^The file is cut/],
    ['is cut after its header', () => file.slice(0, file.indexOf('\n') + 1), /^The file is cut/],
    ['is cut within a line', () => file.slice(0, file.length / 2), /^The file is cut/],
    [
      'is cut after a row',
      () => file.slice(0, file.lastIndexOf('\n', file.length - 2) + 1),
      /^The file is cut/,
    ],
    ['is cut within its trailer', () => file.slice(0, -2), /^The file is cut/],
    ['lacks the last line end', () => file.slice(0, -1), /^The file is cut/],
    ['goes on after its trailer', () => `${file}{}\n`, /^Line \d+: nothing may follow/],
    ['lacks a row', () => file.replace(/\{"trades":.*\n/, ''), /^The file lacks rows: 270 of 271 of trades/],
    ['was changed', () => file.replace('"qty":1,', '"qty":2,'), /^The file was changed/],
    [
      'is of another format',
      () => file.replace('backtest-workspace', 'x'),
      /^Line 1: this is not the export/,
    ],
    [
      'is of a newer version',
      () => file.replace('"version":1', '"version":2'),
      /^Line 1: the file has version 2/,
    ],
    [
      'contains a line that is not JSON',
      () => changedLine(2, (line) => line.slice(0, -1)),
      /^Line 2 is not a JSON object/,
    ],
    [
      'has a row of no table',
      () => changedLine(2, (line) => line.replace('idempotency_keys', 'p')),
      /^Line 2 is no row/,
    ],
    [
      'has a row with another column',
      () => changedLine(3, (line) => line.replace('"method"', '"verb"')),
      /^Line 3: its fields are not the columns/,
    ],
    [
      'has a table of a newer version',
      () => sealed(([header, ...rows]) => [header!.replace('"tables":{', '"tables":{"news":["id"],'), '{"news":{"id":1}}', ...rows]), // prettier-ignore
      /^Line 2: this database has no table named news.*newer version/,
    ],
    [
      'has a column of a newer version',
      () => sealed((lines) => lines.map((line) => line.replace('"projects":["id"', '"projects":["new","id"').replace('"projects":{"id"', '"projects":{"new":1,"id"'))), // prettier-ignore
      /^Line 5: this database has no column of projects named new.*newer version/,
    ],
    [
      'has a value that no trade can have',
      () => changedLine(lineNumber('{"trades"') + 7, (line) => line.replace(/"qty":[\d.]+/, '"qty":-1')),
      /^Line (\d+): trades\.qty must not be less than/,
      () => lineNumber('{"trades"') + 7,
    ],
    [
      'has a value of another type',
      () =>
        changedLine(lineNumber('{"sessions"'), (line) =>
          line.replace(/"blind_mode":\w+/, '"blind_mode":"x"'),
        ),
      /^Line (\d+): sessions\.blind_mode must be true or false\./,
      () => lineNumber('{"sessions"'),
    ],
    [
      'has a row twice',
      () => sealed((lines) => [...lines, lines.at(-1)!]),
      /^Line (\d+): duplicate key/,
      () => file.trimEnd().split('\n').length,
    ],
  ];
  /** Values that no request can store. The test puts each value into the first row of its table. */
  const wrongValues: [table: string, column: string, value: string, message: RegExp][] = [
    ['projects', 'id', '"x"', /must be a UUID/],
    ['projects', 'name', '""', /must not be empty/],
    ['projects', 'name', JSON.stringify('x'.repeat(201)), /more than 200 characters/],
    ['projects', 'symbol', '"btcusdt"', /not in the form in which it is stored/],
    ['projects', 'timeframe', '"2x"', /must be a number from 1 to 9999 and a unit/],
    ['projects', 'created_at', '0', /must not be less than 1/],
    ['projects', 'updated_at', '1e300', /must not be greater/],
    ['sessions', 'initial_balance', '"Infinity"', /must be a number/],
    ['sessions', 'initial_balance', '0.5', /must not be less than 1/],
    ['sessions', 'mode', '"auto"', /must be one of/],
    ['sessions', 'status', '"open"', /must be one of active, finished/],
    ['sessions', 'random_seed', '-1', /must not be less/],
    ['sessions', 'account_timezone', '"Mars"', /IANA time zone/],
    [
      'sessions',
      'fees_config',
      '{"entryFee":-1,"exitFee":0,"type":"percent"}',
      /^\.entryFee must not be less than 0/,
    ],
    ['sessions', 'fees_config', '{"entryFee":1}', /not in the form in which it is stored/],
    ['sessions', 'fees_config', '{"__proto__":1,"entryFee":1}', /^\.__proto__ is not a known field/],
    ['sessions', 'range_start', '253402300799999', /must be before rangeEnd/],
    ['sessions', 'revision', '9007199254740991', /must not be greater/],
    ['sessions', 'revision', '1.5', /must be an integer/],
    ['sessions', 'tags', '["a","a"]', /same tag twice/],
    ['sessions', 'tags', '[" a"]', /not in the form in which it is stored/],
    ['sessions', 'trial', '{}', /^\.study is required/],
    [
      'sessions',
      'trial',
      '{"study":"*","parameters":{},"codeVersion":null,"sample":null}',
      /^\.study must not/,
    ],
    [
      'sessions',
      'trial',
      '{"study":" a","parameters":{},"codeVersion":null,"sample":null}',
      /not in the form/,
    ],
    [
      'sessions',
      'trial',
      '{"study":null,"parameters":{"a":[]},"codeVersion":null,"sample":null}',
      /^\.parameters /,
    ],
    ['session_assets', 'position', '-1', /must not be less/],
    ['session_assets', 'execution_cost_config', '{"spread":0,"slippage":0}', /^\.fees is required/],
    ['session_assets', 'contract_policy', '{}', /^\.kind must be/],
    ['session_assets', 'contract_policy', '{"kind":"spot","multiplier":0}', /^\.multiplier must not/],
    ['trades', 'point_value', '0', /must not be less/],
    ['trades', 'position_id', '""', /must not be empty/],
    ['trades', 'position_id', '7', /must be a string/],
    ['session_states', 'state', '"[]"', /compact text of a JSON object/],
    ['session_states', 'state', '"{"', /compact text of a JSON object/],
    ['session_states', 'revision', '"1"', /must be an integer/],
    ['trials', 'study', '"*"', /must not be \*/],
    ['trials', 'study', '" a"', /not in the form in which it is stored/],
    ['trials', 'run', '0', /must not be less/],
    ['trials', 'ended', '"lost"', /must be one of deleted, emptied, moved/],
    ['trials', 'days', '-1', /must not be less/],
    ['trials', 'sharpe_per_day', '"NaN"', /must be a number/],
    ['trials', 'trades_hash', '"\\\\x00"', /must be 32 bytes/],
    ['sessions', 'run', '0', /must not be less/],
    ['sessions', 'draws', '-1', /must not be less/],
    ['sessions', 'shown_before', '"{[1,5]}"', /must be a set of spans/],
    ['trades', 'second_look', '"later"', /must be one of run, earlier-run/],
    ['playheads', 'seen', '"1"', /must be a set of spans/],
    ['first_answers', 'kind', '"lost"', /must be one of/],
    ['first_answers', 'symbol', '"btcusdt"', /must be in upper case/],
    ['seen_spans', 'feed', '"spot"', /must be one of/],
    ['projects', 'trials_since', '0', /must not be less/],
    ['session_imports', 'project_id', '"x"', /must be a UUID/],
    ['session_imports', 'digest', '"\\\\x00"', /must be 32 bytes/],
    ['session_imports', 'session_id', '1', /must be a UUID/],
    ['idempotency_keys', 'key', '"ä"', /printable/],
    ['idempotency_keys', 'body_hash', '"\\\\x00"', /must be 32 bytes/],
    ['idempotency_keys', 'response', '"{"', /text of a JSON object/],
    ['idempotency_keys', 'response', 'null', /text of a JSON object/],
    ['trades', 'client_id', '""', /must not be empty/],
    ['trades', 'qty', '"Infinity"', /must be a number/],
    ['trades', 'qty', '"1"', /must be a number/],
    ['trades', 'exit_time', '1', /must not be before/],
    ['trades', 'stop_loss', '-1', /must be greater than 0/],
    ['trades', 'fees_paid', '"NaN"', /must be a number/],
    ['trades', 'side', '"up"', /must be one of long, short/],
    ['trades', 'symbol', '"OTHER"', /symbol and feed match no asset/],
    ['trades', 'note', JSON.stringify('x'.repeat(1001)), /more than 1000 characters/],
    ['trades', 'given_costs', '8', /must not be greater than 7/],
    ['trades', 'sent_hash', '"\\\\x00"', /must be 32 bytes/],
    ['trades', 'tags', '[""]', /wrong element 0/],
    ['trades', 'updated_at', '-1', /must not be less/],
  ];
  it.each(wrongValues)(
    'is refused as a whole for an invalid value of %s.%s: %s',
    async (table, column, value, message) => {
      const line = lineNumber(`{"${table}"`);
      const withValue = (text: string) => {
        const { [table]: row } = JSON.parse(text) as Record<string, Record<string, unknown>>;
        expect(row).toHaveProperty(column);
        const fields = Object.entries(row!).map(
          ([name, was]) => `${JSON.stringify(name)}:${name === column ? value : JSON.stringify(was)}`,
        );
        return `{"${table}":{${fields.join(',')}}}`;
      };
      const place = table === 'trades' && column === 'symbol' ? `trades.` : `${table}.${column}`;
      const importing = imported(there, changedLine(line, withValue), 'refused');
      const failure = (await importing.catch((error: unknown) => error)) as Error;
      const start = `Line ${line}: ${place}`;
      expect(failure.message.slice(0, start.length)).toBe(start);
      expect(failure.message.slice(start.length).trimStart()).toMatch(message);
      expect(failure.message).toMatch(/\. Nothing was stored\.$/);
      const names = (await listWorkspaces(databaseOf(there))).map(({ name }) => name);
      expect(names).not.toContain('refused');
    },
  );

  it('has its figures and summaries recomputed, regardless of the values in the file', async () => {
    const change = (line: string) => {
      const [table] = Object.keys(JSON.parse(line) as object);
      const changes: Record<string, [RegExp, string][]> = {
        trades: [
          [/"pl_net":[^,]+/, '"pl_net":"Infinity"'],
          [/"pl_gross":[^,]+/, '"pl_gross":1e9'],
          [/"pl_pct":[^,]+/, '"pl_pct":7'],
          [/"r_multiple":[^,]+/, '"r_multiple":7'],
        ],
        sessions: [
          [/"pl_net":[^,]+/, '"pl_net":"NaN"'],
          [/"trade_count":[^,]+/, '"trade_count":77'],
          [/"last_exit_time":[^,}]+/, '"last_exit_time":7'],
        ],
        session_assets: [[/"first_entry_time":[^,]+/, '"first_entry_time":7']],
        first_answers: [[/"pl_net":[^,]+/, '"pl_net":7']],
      };
      return (changes[table!] ?? []).reduce((text, [from, to]) => text.replace(from, to), line);
    };
    const rowsOf = (text: string) => text.split('\n').slice(1, -2);
    const changed = sealed(([header, ...rows]) => [header!, ...rows.map(change)]);
    expect(rowsOf(changed)).not.toEqual(rowsOf(file));
    await imported(there, changed, 'derived');
    const back = rowsOf(await exported(there, 'derived'));
    // Sums may have a different number of decimals.
    const values = (line: string) => JSON.parse(line) as unknown;
    expect(back.map(values)).toEqual(rowsOf(file).map(values));
  });

  it('has a rule for the import of every column of every table', async () => {
    for (const { name, columns } of await movingTables(databaseOf(here).manager)) {
      const ruled = [
        ...Object.keys(COLUMN_RULES[name] ?? {}),
        ...Object.keys(REQUEST_COLUMNS[name]?.fields ?? {}),
      ];
      expect([name, ruled.toSorted()]).toEqual([name, columns.toSorted()]);
    }
  });

  // With an optional parameter, Jest would wait for a callback.
  const cases = wrong.map(([what, make, message, line]) => [what, make, message, line ?? null] as const);
  it.each(cases)('is refused as a whole if the file %s', async (_, make, message, line) => {
    await expect(imported(there, make(), 'refused')).rejects.toThrow(message);
    await expect(imported(there, make(), 'refused')).rejects.toThrow(/[^.]\. Nothing was stored\.$/);
    if (line) await expect(imported(there, make(), 'refused')).rejects.toThrow(`Line ${line()}: `);
    const names = (await listWorkspaces(databaseOf(there))).map(({ name }) => name);
    expect(names).not.toContain('refused');
  });

  it('is refused by a workspace that contains any rows, and that workspace does not change', async () => {
    const name = othersNameOf(there);
    const { id } = await aProject(otherThere);
    await expect(imported(there, file, name)).rejects.toThrow(`"${name}" is not empty (projects)`);
    expect((await otherThere.get('/projects').expect(200)).body.projects).toMatchObject([{ id }]);
  });

  it('is exported as one snapshot, even if clients write to the workspace during the export', async () => {
    const name = othersNameOf(here);
    const session = await aSessionWith(
      here.other,
      Array.from({ length: 300 }, () => aTrade()),
    );
    const parts = exportedWorkspace(databaseOf(here), name, {});
    let text = (await parts.next()).value as string;
    // On the embedded database, this write waits until the export has ended.
    const written = ingest(here.other, session, [aTrade({ clientId: 'later' })]);
    for await (const part of parts) text += part;
    await written;
    expect(text).not.toContain('"later"');
    expect(await exported(here, name)).toContain('"later"');
  });
});

describe('a workspace that is erased', () => {
  it('has no rows except its name and one audit entry, and other workspaces do not change', async () => {
    const t = await startTestApp({}, owned[0]!.address);
    const database = databaseOf(t);
    await fill(t);
    await aSessionWith(t.other, [aTrade()]);
    await database.query(
      `INSERT INTO api_keys (id, workspace_id, name, prefix, hash, scopes, created_at)
       SELECT gen_random_uuid(), id, 'k', 'p', name, '{}', 0 FROM workspaces WHERE name = $1`,
      [nameOf(t)],
    );
    const others = await rowsOfWorkspace(database, othersNameOf(t));
    const before = await rowsOfWorkspace(database, nameOf(t));
    for (const [table, rows] of Object.entries(before)) expect([table, rows > 0]).toEqual([table, true]);
    expect(await eraseWorkspace(database, nameOf(t))).toEqual(before);
    const after = await rowsOfWorkspace(database, nameOf(t));
    expect(after).toEqual({ ...Object.fromEntries(Object.keys(before).map((table) => [table, 0])), audit_entries: 1 }); // prettier-ignore
    const wanted = { name: 'next', workspace: nameOf(t), scopes: SCOPES, expiresAt: null };
    const { secret } = await t.app.get(KeysService).create(wanted);
    const call = callerWith(t.stranger, secret);
    await until(async () => (await call.get('/audit')).status === 200);
    expect((await call.get('/audit?action=workspace.erase').expect(200)).body.entries).toMatchObject([
      { action: 'workspace.erase', count: Object.values(before).reduce((sum, rows) => sum + rows, 0) },
    ]);
    expect(await rowsOfWorkspace(database, othersNameOf(t))).toEqual(others);
    await aProject(t.call);
    await t.close();
  });

  it('has no rows except one audit entry, even if clients write to it while it is being erased', async () => {
    const database = databaseOf(here);
    const { secret } = await here.app
      .get(KeysService)
      .create({ name: 'busy', workspace: 'busy', scopes: SCOPES, expiresAt: null });
    const call = callerWith(here.stranger, secret);
    const session = await aSessionWith(call, [aTrade()]);
    const statuses: number[] = [];
    const writeOn = async (write: () => PromiseLike<{ status: number }>) => {
      for (let last = 201; last !== 401; statuses.push(last)) last = (await write()).status;
    };
    const writing = [1, 2, 3].map(() =>
      writeOn(() => call.post(`/sessions/${session.id}/trades`, { trades: [aTrade()] })),
    );
    writing.push(writeOn(() => call.post('/projects', projectInput())));
    const counts = await eraseWorkspace(database, 'busy');
    await Promise.all(writing);
    expect(counts).toMatchObject({ api_keys: 1, sessions: 1 });
    expect(counts['trades']).toBeGreaterThan(1);
    const left = Object.entries(await rowsOfWorkspace(database, 'busy')).filter(([, rows]) => rows > 0);
    expect(left).toEqual([['audit_entries', 1]]);
    // A request in between may get a 403, because the instance still has the key cached but no longer serves the erased
    // workspace.
    expect(new Set(statuses.filter((status) => status !== 403))).toEqual(new Set([201, 401]));
  });

  it('must exist before it can be erased', async () => {
    await expect(eraseWorkspace(databaseOf(here), 'nowhere')).rejects.toThrow(
      'There is no workspace "nowhere"',
    );
    await expect(exported(here, 'nowhere')).rejects.toThrow('There is no workspace "nowhere"');
  });
});

describe('the tables of a workspace', () => {
  it('are all tables of the database, even tables of a newer version, and each table comes after the tables to which it refers', async () => {
    const database = databaseOf(there);
    const names = async () => (await tenantTables(database)).map(({ name }) => name);
    const known = await names();
    await database.query(
      `CREATE TABLE a_new_one (workspace_id uuid, session_id uuid, "order" text, PRIMARY KEY (workspace_id, session_id, "order"),
         FOREIGN KEY (workspace_id, session_id) REFERENCES sessions (workspace_id, id))`,
    );
    const found = await tenantTables(database);
    expect(found.map(({ name }) => name).toSorted()).toEqual([...known, 'a_new_one'].toSorted());
    expect(found.find(({ name }) => name === 'a_new_one')).toEqual({
      name: 'a_new_one',
      columns: ['session_id', 'order'],
      order: '"session_id", "order" COLLATE "C"',
    });
    await database.query('DROP TABLE a_new_one');
    expect(await names()).toEqual(known);
    for (const [parent, child] of [
      ['projects', 'sessions'],
      ['sessions', 'session_assets'],
      ['sessions', 'trades'],
    ])
      // prettier-ignore
      expect(known.indexOf(parent!)).toBeLessThan(known.indexOf(child!));
    // The list of tables that a cluster distributes does not contain `api_keys`, because every node has all keys.
    const { tables } = DISTRIBUTED_TABLES.find(({ column }) => column === 'workspace_id')!;
    expect(known.toSorted()).toEqual(['api_keys', ...tables].toSorted());
  });
});
