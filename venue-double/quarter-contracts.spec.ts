import { contractSymbol, deliveryAfter, deliveryBefore } from './quarter-contracts.js';

const at = (time: string) => Date.parse(`${time}Z`);

test.each([
  ['2022-01-01T00:00', '2022-03-25T08:00'],
  ['2022-03-25T07:59', '2022-03-25T08:00'],
  ['2022-03-25T08:00', '2022-06-24T08:00'],
  ['2022-06-30T00:00', '2022-09-30T08:00'],
  ['2022-12-30T08:00', '2023-03-31T08:00'],
  ['2024-02-29T12:00', '2024-03-29T08:00'],
])('the current contract at %s is the contract that is delivered on %s', (time, delivery) => {
  expect(deliveryAfter(at(time))).toBe(at(delivery));
});

test('the previous delivery is the time at which a contract became current', () => {
  for (let delivery = deliveryAfter(at('2020-01-01T00:00')); delivery < at('2040-01-01T00:00');) {
    const next = deliveryAfter(delivery);
    expect(deliveryBefore(next)).toBe(delivery);
    delivery = next;
  }
});

test('a contract is named after its day of delivery', () => {
  expect(contractSymbol('BTCUSDT', 1648195200000)).toBe('BTCUSDT_220325');
});
