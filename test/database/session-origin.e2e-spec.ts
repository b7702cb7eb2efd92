import { type TestApp, startTestApp } from '../support/app.js';
import { aProject } from '../support/factories.js';
import { aRun, freqtradeResult, sendRun } from '../support/run-files.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const MADE_S = 1_682_956_651;
const FILE = freqtradeResult({ Saturn5: aRun({ backtest_run_start_ts: MADE_S }) });
const NAME = 'backtest-result 2023 ü.zip';

const imported = async (query: Readonly<Record<string, string>> = { fileName: NAME }, file = FILE) => {
  const project = await aProject(t.call);
  const { body } = await sendRun(t.call, project, file, query).expect(201);
  return { project, session: body.sessions[0].session };
};
const recordOf = async ({ id }: { readonly id: string }) =>
  (await t.call.get(`/sessions/${id}/record`).expect(200)).body.session;

describe('a session that was imported', () => {
  it('keeps the name of its file and the time of its run, also in the preview, its record and the list', async () => {
    const origin = { sourceFile: NAME, runAt: MADE_S * 1000 };
    const { project, session } = await imported();
    expect(session).toMatchObject(origin);
    expect(await recordOf(session)).toMatchObject(origin);
    const { body } = await t.call.get(`/sessions?projectId=${project.id}`).expect(200);
    expect(body.sessions).toMatchObject([origin]);
    const query = { fileName: NAME, preview: 'true' };
    const preview = await sendRun(t.call, await aProject(t.call), FILE, query).expect(200);
    expect(preview.body.sessions).toMatchObject([{ session: origin }]);
  });

  it('has neither if the request and the file contain neither', async () => {
    const { session } = await imported({}, freqtradeResult());
    expect(session).toMatchObject({ sourceFile: null, runAt: null });
  });

  it.each([0, -5, 1e300, 'soon', null])('has no time of its run if the file has %j instead', async (time) => {
    const file = freqtradeResult({ Saturn5: aRun({ backtest_run_start_ts: time }) });
    expect((await imported({}, file)).session.runAt).toBeNull();
  });

  it('has the name in the header Content-Disposition if the request has no other, without a path and cut', async () => {
    const send = async (header: string, query: Readonly<Record<string, string>> = {}) => {
      const request = sendRun(t.call, await aProject(t.call), FILE, query);
      const { body } = await request
        .set('content-disposition', `attachment; filename="${header}"`)
        .expect(201);
      return body.sessions[0].session.sourceFile;
    };
    expect(await send('runs/a.json')).toBe('a.json');
    expect(await send('a.json', { fileName: 'b.json' })).toBe('b.json');
    expect(await send('x'.repeat(300))).toBe('x'.repeat(255));
  });

  it('is the same session if the same file has another name, and keeps the first', async () => {
    const { project, session } = await imported();
    const again = await sendRun(t.call, project, FILE, { fileName: 'another.zip' }).expect(200);
    expect(again.body.sessions).toMatchObject([
      { created: false, session: { id: session.id, sourceFile: NAME } },
    ]);
    const bare = await sendRun(t.call, project, FILE).expect(200);
    expect(bare.body.sessions).toMatchObject([{ created: false, session: { sourceFile: NAME } }]);
  });

  it.each([
    ['', 'must'],
    ['x'.repeat(256), 'must'],
    ['runs/a.json', 'must be the name of a file without a path'],
    ['runs\\a.json', 'must be the name of a file without a path'],
  ])('cannot have the file name %j', async (fileName, message) => {
    const project = await aProject(t.call);
    for (const preview of ['true', 'false']) {
      const { body } = await sendRun(t.call, project, FILE, { fileName, preview }).expect(400);
      expect(body.details).toEqual([{ field: 'fileName', message: expect.stringContaining(message) }]);
    }
  });

  it('can lose the name of its file, and passes both on to its copies', async () => {
    const { session } = await imported();
    const copy = await t.call.post(`/sessions/${session.id}/copy`, {}).expect(201);
    expect(copy.body.session).toMatchObject({ sourceFile: NAME, runAt: MADE_S * 1000 });
    await t.call.patch(`/sessions/${session.id}`, { sourceFile: null }).expect(200);
    expect(await recordOf(session)).toMatchObject({ sourceFile: null, runAt: MADE_S * 1000 });
    expect(await recordOf(copy.body.session)).toMatchObject({ sourceFile: NAME });
  });

  it('does not name its file in a report, because a report may be passed on', async () => {
    const { session } = await imported({ fileName: 'my-secret-client.zip', name: 'Run' });
    const { text } = await t.call.get(`/sessions/${session.id}/report`).expect(200);
    expect(text).toContain('Run');
    expect(text).not.toContain('my-secret-client');
  });
});
