import fc from 'fast-check';
import { DataSource } from 'typeorm';
import { answerHistory } from '../support/answer-histories.js';
import { AnsweringClient } from '../support/answering-client.js';
import type { AnswersModel } from '../support/answers-model.js';
import { type TestApp, startTestApp } from '../support/app.js';
import { aSession } from '../support/factories.js';
import { propertyRuns } from '../support/property-runs.js';
import { type StoredAnswers, storedAnswers } from '../support/kept-answers.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const storedOf = ({ sessionId }: AnsweringClient): Promise<StoredAnswers> =>
  storedAnswers(t.app.get(DataSource), sessionId);

/** Returns what the service must have stored according to the model. */
const expectedOf = (model: AnswersModel): StoredAnswers => ({
  shownBefore: ascending(model.shownBefore),
  earlierShown: ascending(model.earlierShown),
  earlierRuns: model.earlierRuns,
  counts: model.counts,
  changed: model.changed
    .map(({ first, mark, kind }) => ({
      ...first,
      mark,
      kind,
      isStored: kind === 'costs' || kind === 'edited',
    }))
    .toSorted(byText),
  marks: Object.fromEntries([...model.trades].map(([clientId, { mark }]) => [clientId, mark])),
});

const ascending = (minutes: ReadonlySet<number>): number[] =>
  [...minutes].toSorted((one, other) => one - other);

const textOf = (row: object): string => JSON.stringify(Object.entries(row).toSorted());
const byText = (one: object, other: object): number => (textOf(one) < textOf(other) ? -1 : 1);

describe('the first answers of a session', () => {
  it('equal those of the model after any history of changes', async () => {
    await fc.assert(
      fc.asyncProperty(answerHistory, async (history) => {
        const client = new AnsweringClient(t.call, (await aSession(t.call)).id);
        for (const request of history) await client.send(request);
        const { changed, ...stored } = await storedOf(client);
        expect({ ...stored, changed: changed.toSorted(byText) }).toEqual(expectedOf(client.model));
      }),
      { numRuns: propertyRuns(1_000) },
    );
  });
});
