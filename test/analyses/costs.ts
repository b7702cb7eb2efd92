import { type TestApp } from '../support/app.js';
import { sharedTestApp } from '../support/shared-app.js';
import { describeAnalysis } from '../support/analysis-routes.js';
import { aSession, aSessionWith, aTrade } from '../support/factories.js';
import { expectProblem } from '../support/problems.js';

let t: TestApp;
beforeAll(async () => {
  t = await sharedTestApp();
});

describeAnalysis(() => t, 'analysis/costs', '', 'multiples=2');

describe('GET /sessions/{id}/analysis/costs', () => {
  it('counts fees, spread and slippage of each trade', async () => {
    const trade = {
      entryPrice: 100,
      exitPrice: 110,
      qty: 1,
      feesPaid: 1,
      spreadPaid: 0.5,
      slippagePaid: 0.25,
    };
    const session = await aSessionWith(t.call, [aTrade(trade)]);
    const { body } = await t.call
      .get(`/sessions/${session.id}/analysis/costs?multiples=4,0&basisPoints=10`)
      .expect(200);
    expect(body).toMatchObject({ reason: null, plGross: 10, costs: 1.75, turnover: 210 });
    expect(body.multiples).toMatchObject([
      { multiple: 4, plNet: 3 },
      { multiple: 0, plNet: 10 },
    ]);
    expect(body.basisPoints).toMatchObject([{ basisPoints: 10, plNet: 8.04 }]);
  });

  it.each([
    ['multiples', '-1'],
    ['multiples', '100.0001'],
    ['multiples', '0.00001'],
    ['multiples', '1,1.0'],
    ['multiples', '0,1,2,3,4,5,6,7,8,9,10'],
    ['multiples', ''],
    ['basisPoints', '1000.0001'],
    ['basisPoints', '0,1,2,3,4,5,6,7,8,9,10'],
    ['basisPoints', '1,x'],
    ['basisPoints', '0.00005'],
  ])('refuses the parameter %s=%s', async (field, value) => {
    const { id } = await aSession(t.call);
    const answer = await t.call.get(`/sessions/${id}/analysis/costs?${field}=${value}`);
    expectProblem(answer, 'VALIDATION_FAILED', [field]);
  });

  it('accepts up to 10 values of a parameter, each with up to 4 decimals', async () => {
    const { id } = await aSession(t.call);
    const query = 'multiples=0,0.0001,1,2,3,4,5,6,7,100&basisPoints=0,0.0001,1,2,3,4,5,6,7,1000';
    await t.call.get(`/sessions/${id}/analysis/costs?${query}`).expect(200);
  });
});
