import { type TestApp, startTestApp } from '../support/app.js';
import { describeWholeApi } from '../support/whole-api.js';

describe('with two instances on the database of the test run,', () => {
  let first: TestApp;
  let second: TestApp;
  beforeAll(async () => {
    first = await startTestApp();
    second = await startTestApp({ API_KEYS: first.environment.API_KEYS });
  });
  afterAll(async () => {
    await second.close();
    await first.close();
  });

  describeWholeApi(() => [first, second]);
});
