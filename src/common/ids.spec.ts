import { isId, newId } from './ids.js';

describe('ids', () => {
  it('are UUIDs of version 7, unique, and ascend in the order in which they are made', () => {
    const ids = Array.from({ length: 5_000 }, newId);
    expect(
      ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
    ).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(ids);
  });

  it('contain the time of their creation', () => {
    const before = Date.now();
    const ms = Number.parseInt(newId().replaceAll('-', '').slice(0, 12), 16);
    expect(ms).toBeGreaterThanOrEqual(before);
    expect(ms).toBeLessThanOrEqual(Date.now() + 1);
  });

  it('ascend even if the clock is set back', () => {
    const realNow = Date.now;
    const first = newId();
    try {
      Date.now = () => realNow() - 60_000;
      expect(newId() > first).toBe(true);
    } finally {
      Date.now = realNow;
    }
  });

  it.each([
    ['0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a', true],
    ['0199A8F0-6A3E-7C31-9D5E-2F6F0D1C4B7A', true],
    ['', false],
    ['1', false],
    ["' OR 1=1 --", false],
    ['0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a ', false],
  ])('%j: %s', (text, expected) => {
    expect(isId(text)).toBe(expected);
  });
});
