import { CircuitBreaker } from './circuit-breaker.js';

describe('CircuitBreaker', () => {
  const opened = () => {
    const breaker = new CircuitBreaker(3, 1000);
    for (let i = 0; i < 3; i += 1) breaker.failed(0);
    return breaker;
  };

  it('opens after a number of failures in a row', () => {
    const breaker = new CircuitBreaker(3, 1000);
    breaker.failed(0);
    breaker.failed(0);
    breaker.succeeded();
    breaker.failed(0);
    breaker.failed(0);
    expect(breaker.openFor(0)).toBe(0);
    breaker.failed(10);
    expect([10, 500, 1009, 1010].map((now) => breaker.openFor(now))).toEqual([1000, 510, 1, 0]);
  });

  it('admits a single test request, and lets the other requests wait for its outcome', () => {
    const breaker = opened();
    breaker.begin(1000);
    expect(breaker.openFor(1001)).toBe(999);
    breaker.succeeded();
    expect(breaker.openFor(1002)).toBe(0);
  });

  it('opens again if the test request fails, and admits another test request if the first never ends', () => {
    const breaker = opened();
    breaker.begin(1000);
    breaker.failed(1500);
    expect(breaker.openFor(1500)).toBe(1000);
    breaker.begin(2500);
    expect([2501, 3500].map((now) => breaker.openFor(now))).toEqual([999, 0]);
  });
});
