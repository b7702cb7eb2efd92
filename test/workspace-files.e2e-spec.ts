import { createHash } from 'node:crypto';
import { DataSource } from 'typeorm';
import type { ApiKey } from '../src/auth/api-key.entity.js';
import { KeysService } from '../src/auth/keys.service.js';
import { SCOPES } from '../src/auth/principal.js';
import { DISTRIBUTED_TABLES } from '../src/cli/distribute.js';
import { eraseWorkspace, rowsOfWorkspace } from '../src/cli/workspace/erase-workspace.js';
import { exportedWorkspace } from '../src/cli/workspace/export-workspace.js';
import { importWorkspace } from '../src/cli/workspace/import-workspace.js';
import { listWorkspaces } from '../src/cli/workspace/list-workspaces.js';
import { tenantTables } from '../src/cli/workspace/tenant-tables.js';
import type { RowCounts } from '../src/cli/workspace/workspace-file.js';
import { type Caller, type TestApp, callerWith, startTestApp } from './support/app.js';
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
} from './support/factories.js';
import { type OwnDatabase, anOwnDatabase } from './support/own-database.js';

/** Two databases with a service on each. */
let owned: OwnDatabase[];
let here: TestApp;
let there: TestApp;
/** Of the same workspace in the second. */
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

/** Imports a text, in chunks that end anywhere. */
async function imported(t: TestApp, file: string, name = nameOf(t), chunk = 1000): Promise<RowCounts> {
  const bytes = Buffer.from(file);
  async function* chunks() {
    for (let start = 0; start < bytes.length; start += chunk) yield bytes.subarray(start, start + chunk);
  }
  return importWorkspace(databaseOf(t), name, chunks());
}

/** A workspace with something in every table, and texts and numbers that are easily damaged. */
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
  for (const key of ['b', 'A', '_'])
    await t.call.post('/projects', projectInput()).set('Idempotency-Key', key).expect(201);
  return [body.session, traded, await aSession(t.call)];
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

  it('is one file: a header, the rows by table, and a trailer with their number and a checksum', () => {
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
      projects: 6,
      idempotency_keys: 3,
      sessions: 3,
      session_assets: 3,
      session_states: 1,
      trades: 254,
    });
  });

  it('holds no key and no secret, and no row of another workspace', async () => {
    for (const text of [key.id, key.hash, key.prefix]) expect(file).not.toContain(text);
    const others = await databaseOf(here).query<{ id: string }[]>(
      `SELECT s.id FROM sessions s JOIN workspaces w ON w.id = workspace_id WHERE w.name = $1`,
      [othersNameOf(here)],
    );
    expect(others).toHaveLength(1);
    expect(file).not.toContain(others[0]!.id);
  });

  it('is the same at its destination: answers, statistics and the next export, byte for byte', async () => {
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
    expect((await here.call.get('/projects').expect(200)).body).toEqual({ projects: [] });
    await imported(here, file, nameOf(here), 70_000);
    expect(await exported(here)).toBe(file);
    expect(await exported(here, othersNameOf(here))).toBe(untouched);
    // It goes on: repeats are known, new trades are counted.
    const replay = await here.call.post('/projects', projectInput()).set('Idempotency-Key', 'A').expect(201);
    expect(replay.headers['idempotent-replayed']).toBe('true');
    await ingest(here.call, sessions[0]!, [everyTradeField()]);
    expect((await statsOf(here.call, sessions[0]!)).tradeCount).toBe(4);
  });

  it('takes another name, beside the workspace that it was', async () => {
    await imported(there, file, 'twin');
    const rowsOf = (text: string) => text.split('\n').slice(1, -2);
    expect(rowsOf(await exported(there, 'twin'))).toEqual(rowsOf(file));
    expect(await exported(there)).toBe(file);
  });

  it('shares no answer with the workspace that it was, although their ids are the same', async () => {
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

  it('is recorded in the audit log of its destination, and its own stays behind', async () => {
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

  /** The file with its trailer made anew for changed lines, so that nothing but the change is wrong. */
  function sealed(change: (lines: string[]) => string[]): string {
    const lines = change(file.trimEnd().split('\n').slice(0, -1));
    const body = lines.map((line) => `${line}\n`).join('');
    const rows: RowCounts = Object.fromEntries(Object.keys(counts).map((table) => [table, 0]));
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
    ['lacks a row', () => file.replace(/\{"trades":.*\n/, ''), /^The file lacks rows: 253 of 254 of trades/],
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
    ['is no JSON', () => changedLine(2, (line) => line.slice(0, -1)), /^Line 2 is not a JSON object/],
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
      /^Line (\d+): .*violates check constraint/,
      () => lineNumber('{"trades"') + 7,
    ],
    [
      'has a value of another type',
      () =>
        changedLine(lineNumber('{"sessions"'), (line) =>
          line.replace(/"blind_mode":\w+/, '"blind_mode":"x"'),
        ),
      /^Line (\d+): .*invalid input syntax for type boolean/,
      () => lineNumber('{"sessions"'),
    ],
    [
      'has a row twice',
      () => sealed((lines) => [...lines, lines.at(-1)!]),
      /^Line (\d+): duplicate key/,
      () => file.trimEnd().split('\n').length,
    ],
  ];
  // With a parameter that may be missing, Jest would wait for a callback.
  const cases = wrong.map(([what, make, message, line]) => [what, make, message, line ?? null] as const);
  it.each(cases)('is refused whole when the file %s', async (_, make, message, line) => {
    await expect(imported(there, make(), 'refused')).rejects.toThrow(message);
    if (line) await expect(imported(there, make(), 'refused')).rejects.toThrow(`Line ${line()}: `);
    const names = (await listWorkspaces(databaseOf(there))).map(({ name }) => name);
    expect(names).not.toContain('refused');
  });

  it('is refused by a workspace that has anything, which stays as it is', async () => {
    const name = othersNameOf(there);
    const { id } = await aProject(otherThere);
    await expect(imported(there, file, name)).rejects.toThrow(`"${name}" is not empty (projects)`);
    expect((await otherThere.get('/projects').expect(200)).body.projects).toMatchObject([{ id }]);
  });

  it('is one snapshot while it is written to', async () => {
    const name = othersNameOf(here);
    const session = await aSessionWith(
      here.other,
      Array.from({ length: 300 }, () => aTrade()),
    );
    const parts = exportedWorkspace(databaseOf(here), name, {});
    let text = (await parts.next()).value as string;
    // On the embedded database this waits until the export has ended.
    const written = ingest(here.other, session, [aTrade({ clientId: 'later' })]);
    for await (const part of parts) text += part;
    await written;
    expect(text).not.toContain('"later"');
    expect(await exported(here, name)).toContain('"later"');
  });
});

describe('a workspace that is erased', () => {
  it('has no row left in any table but its name and one entry of the audit log; others stay', async () => {
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
    expect((await t.call.get('/audit').expect(200)).body.entries).toMatchObject([
      { action: 'workspace.erase', count: Object.values(before).reduce((sum, rows) => sum + rows, 0) },
    ]);
    expect(await rowsOfWorkspace(database, othersNameOf(t))).toEqual(others);
    await aProject(t.call);
    await t.close();
  });

  it('is erased while a client writes to it, and has nothing left', async () => {
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
    expect(new Set(statuses)).toEqual(new Set([201, 401]));
  });

  it('must exist', async () => {
    await expect(eraseWorkspace(databaseOf(here), 'nowhere')).rejects.toThrow(
      'There is no workspace "nowhere"',
    );
    await expect(exported(here, 'nowhere')).rejects.toThrow('There is no workspace "nowhere"');
  });
});

describe('the tables of a workspace', () => {
  it('are all that the database has, also those that this version does not know, parents first', async () => {
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
    // Those of a cluster are listed by hand: keys are on every node of it.
    const { tables } = DISTRIBUTED_TABLES.find(({ column }) => column === 'workspace_id')!;
    expect(known.toSorted()).toEqual(['api_keys', ...tables].toSorted());
  });
});
