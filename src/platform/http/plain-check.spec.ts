import * as fc from 'fast-check';
import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import 'reflect-metadata';
import { IngestTradesDto, TradeInput } from '../../trades/ingest-trades.dto.js';
import { plainCheck } from './plain-check.js';
import { propertyRuns } from '../../../test/support/property-runs.js';

const check = plainCheck(IngestTradesDto, { trades: TradeInput });

const row = {
  clientId: 'a',
  side: 'long',
  qty: 1,
  entryPrice: 2,
  entryTime: 3,
  exitPrice: 4,
  exitTime: 5,
  symbol: 'btcusdt',
  feed: 'venue-spot',
  stopLoss: null,
  takeProfit: 6,
  note: '',
  feesPaid: -1,
  spreadPaid: 0,
  slippagePaid: 1e-9,
};

const isValid = async (body: object) => {
  const errors = await validate(plainToInstance(IngestTradesDto, body), {
    whitelist: true,
    forbidNonWhitelisted: true,
  });
  return errors.length === 0;
};

/** Values that are valid for some fields and invalid for others. */
const anything = fc.oneof(
  fc.constantFrom(
    undefined,
    null,
    '',
    'long',
    'x',
    0,
    -1,
    1,
    1.5,
    1e13,
    1e-13,
    253_402_300_799_999,
    true,
    [],
    {},
    [1],
    'venue-spot',
  ),
  fc.constantFrom('\0', '\ud800', 'a'.repeat(129), Number.NaN, Infinity),
);

describe('the check of plain rows', () => {
  it('accepts a row with every field, and a row with only the required fields', () => {
    expect(check({ trades: [row] })).toBe(true);
    const { clientId, side, qty, entryPrice, entryTime, exitPrice, exitTime } = row;
    expect(check({ trades: [{ clientId, side, qty, entryPrice, entryTime, exitPrice, exitTime }] })).toBe(
      true,
    );
  });

  it.each([
    ['no list', {}],
    ['an empty list', { trades: [] }],
    ['an unknown field', { trades: [{ ...row, x: 1 }] }],
    ['an unknown field beside the list', { trades: [row], x: 1 }],
    ['an element that is not a row', { trades: [row, null] }],
    ['a name of the prototype', { trades: [JSON.parse('{"__proto__": 1}')] }],
    ['an exit before its entry', { trades: [{ ...row, exitTime: 2 }] }],
    ['501 rows', { trades: Array.from({ length: 501 }, () => row) }],
  ])('refuses %s', (_, body) => {
    expect(check(body)).toBe(false);
  });

  it('agrees with the full validation', async () => {
    const changed = fc.record({ field: fc.constantFrom(...Object.keys(row)), value: anything });
    await fc.assert(
      fc.asyncProperty(fc.array(changed, { maxLength: 3 }), async (changes) => {
        const changedRow = Object.fromEntries([
          ...Object.entries(row),
          ...changes.map(({ field, value }) => [field, value]),
        ]);
        const body = { trades: [row, changedRow] };
        expect(check(body)).toBe(await isValid(body));
      }),
      { numRuns: propertyRuns(500) },
    );
  });
});
