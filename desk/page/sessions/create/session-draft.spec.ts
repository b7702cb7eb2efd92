import { fieldsOf, newAsset, newDraft, parametersIn, timeOf } from './session-draft.js';

const ID = '0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a';

describe('the request for a new session', () => {
  it('leaves out the fields that were left empty', () => {
    const draft = { ...newDraft('BTCUSDT', '15m', 'UTC'), name: 'First' };
    expect(fieldsOf(ID, draft)).toEqual({
      projectId: ID,
      name: 'First',
      initialBalance: 10_000,
      accountCurrency: 'USDT',
      accountTimezone: 'UTC',
      mode: 'manual',
      strategy: '',
      description: '',
      blindMode: false,
      smoothCandles: false,
      tags: [],
      feesConfig: { entryFee: 0, exitFee: 0, type: 'percent' },
      assets: [
        {
          symbol: 'BTCUSDT',
          feed: 'venue-spot',
          timeframe: '15m',
          executionCostConfig: { spread: 0, slippage: 0 },
        },
      ],
    });
  });

  it('contains the labels of a try that the user has entered', () => {
    const draft = { ...newDraft('BTCUSDT', '15m', 'UTC'), name: 'First' };
    const tried = {
      study: 'Averages',
      parameters: 'fast = 10\n\nexit=a=b',
      codeVersion: '3f2',
      sample: 'in',
    };
    expect(fieldsOf(ID, { ...draft, ...tried })).toMatchObject({
      trial: { study: 'Averages', parameters: { fast: 10, exit: 'a=b' }, codeVersion: '3f2', sample: 'in' },
    });
    expect(fieldsOf(ID, { ...draft, study: ' ', sample: 'out' }).trial).toEqual({ sample: 'out' });
    expect(parametersIn('a=1e3\nb=-0.5\nc=true\nd=false\ne=\nf=x y')).toEqual({
      a: 1000,
      b: -0.5,
      c: true,
      d: false,
      e: '',
      f: 'x y',
    });
  });

  it('converts times from the time zone of the account, and contains the fees of each market', () => {
    const asset = {
      ...newAsset('ETHUSDT', '1h'),
      spread: '0.5',
      calendarCode: 'weekdays',
      fees: { entryFee: '0.1', exitFee: '0.2', type: 'fixed' },
    };
    const draft = {
      ...newDraft('BTCUSDT', '15m', 'Europe/Berlin'),
      rangeStart: '2024-01-01T00:00',
      rangeEnd: '2024-07-01T00:00',
      randomSeed: '42',
      layoutTemplate: '2',
      assets: [asset],
    };
    expect(fieldsOf(ID, draft)).toMatchObject({
      rangeStart: Date.UTC(2023, 11, 31, 23),
      rangeEnd: Date.UTC(2024, 5, 30, 22),
      randomSeed: 42,
      layoutTemplate: '2',
      assets: [
        {
          symbol: 'ETHUSDT',
          calendarCode: 'weekdays',
          executionCostConfig: {
            spread: 0.5,
            slippage: 0,
            fees: { entryFee: 0.1, exitFee: 0.2, type: 'fixed' },
          },
        },
      ],
    });
  });
});

describe('a typed time', () => {
  it.each([
    ['2024-03-31T01:59', Date.UTC(2024, 2, 31, 0, 59)],
    ['2024-03-31T03:00', Date.UTC(2024, 2, 31, 1)],
    ['2024-10-27T04:00', Date.UTC(2024, 9, 27, 3)],
  ])('%s in Berlin is converted to epoch milliseconds', (text, time) => {
    expect(timeOf(text, 'Europe/Berlin')).toBe(time);
  });
});
