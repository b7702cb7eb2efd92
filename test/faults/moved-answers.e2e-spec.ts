import fc from 'fast-check';
import { DataSource } from 'typeorm';
import { exportedWorkspace } from '../../src/cli/workspace/export-workspace.js';
import { importWorkspace } from '../../src/cli/workspace/import-workspace.js';
import { answerHistory } from '../support/answer-histories.js';
import { AnsweringClient } from '../support/answering-client.js';
import { type TestApp, callerWith, startTestApp } from '../support/app.js';
import { aSession } from '../support/factories.js';
import { storedAnswers } from '../support/kept-answers.js';
import { type OwnDatabase, anOwnDatabase } from '../support/own-database.js';
import { propertyRuns } from '../support/property-runs.js';

/** Two databases with a service on each. */
let owned: OwnDatabase[];
let here: TestApp;
let there: TestApp;
beforeAll(async () => {
  owned = await Promise.all([anOwnDatabase(), anOwnDatabase()]);
  here = await startTestApp({}, owned[0]!.address);
  there = await startTestApp({ API_KEYS: here.environment.API_KEYS }, owned[1]!.address);
});
afterAll(async () => {
  await there?.close();
  await here?.close();
  for (const database of owned ?? []) await database.remove();
});

const databaseOf = (t: TestApp): DataSource => t.app.get(DataSource);

describe('first answers', () => {
  it('move with the file of their workspace, and go on there', async () => {
    const histories = fc.sample(answerHistory, propertyRuns(150));
    const clients: AnsweringClient[] = [];
    for (const history of histories) {
      const client = new AnsweringClient(here.call, (await aSession(here.call)).id);
      for (const request of history) await client.send(request);
      clients.push(client);
    }
    const { workspace } = here.environment.configuredKeys[0]!;
    async function* file(): AsyncGenerator<Buffer> {
      for await (const part of exportedWorkspace(databaseOf(here), workspace, {})) yield Buffer.from(part);
    }
    await importWorkspace(databaseOf(there), workspace, file());
    const call = callerWith(there.stranger, here.secrets.own);
    for (const { sessionId } of clients) {
      const stored = await storedAnswers(databaseOf(here), sessionId);
      expect(await storedAnswers(databaseOf(there), sessionId)).toEqual(stored);
      const path = `/sessions/${sessionId}/analysis/first-answers`;
      const [one, other] = [await here.call.get(path).expect(200), await call.get(path).expect(200)];
      expect(other.body).toEqual(one.body);
    }
    const { sessionId, model } = clients.find(({ model: { trades } }) => trades.size > 1)!;
    const moved = new AnsweringClient(call, sessionId, model);
    await moved.readIds();
    for (const request of histories[0]!) await moved.send(request);
    const { counts } = await storedAnswers(databaseOf(there), moved.sessionId);
    expect(counts).toEqual(model.counts);
  });
});
