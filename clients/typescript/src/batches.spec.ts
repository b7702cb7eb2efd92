import { batchesOf, withPositions } from './batches.js';
import { ServiceError } from './errors.js';

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

describe('batches', () => {
  it.each([
    [0, []],
    [1, [1]],
    [499, [499]],
    [500, [500]],
    [501, [500, 1]],
    [1000, [500, 500]],
    [1001, [500, 500, 1]],
  ])('of %i values have at most 500 values each and keep their order', async (count, sizes) => {
    const batches = [];
    for await (const { first, batch } of batchesOf(numbers(count))) {
      expect(batch[0]).toBe(first);
      batches.push(batch);
    }
    expect(batches.map(({ length }) => length)).toEqual(sizes);
    expect(batches.flat()).toEqual(numbers(count));
  });
});

describe('the error of a batch', () => {
  const refused = new ServiceError(400, 'VALIDATION_FAILED', 'trades[3].qty must be positive (and 1 more).', {
    details: [
      { field: 'trades[3].qty', message: 'must be positive' },
      { field: 'trades[12].clientId', message: 'is also that of trades[4]' },
    ],
    requestId: 'r-1',
    retryAfterMs: 7,
  });

  it('counts positions from the first trade of all batches, and keeps everything else', () => {
    const moved = withPositions(refused, 500) as ServiceError;
    expect(moved).toBeInstanceOf(ServiceError);
    expect(moved.message).toBe('trades[503].qty must be positive (and 1 more).');
    expect(moved.details).toEqual([
      { field: 'trades[503].qty', message: 'must be positive' },
      { field: 'trades[512].clientId', message: 'is also that of trades[504]' },
    ]);
    const { status, code, requestId, retryAfterMs } = moved;
    expect([status, code, requestId, retryAfterMs]).toEqual([400, 'VALIDATION_FAILED', 'r-1', 7]);
  });

  it('is returned unchanged if it is not a ServiceError, or if the first batch was refused', () => {
    expect(withPositions(refused, 0)).toBe(refused);
    const other = new Error('trades[3]');
    expect(withPositions(other, 500)).toBe(other);
  });
});
