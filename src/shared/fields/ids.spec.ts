import { isId, newId, reserveIds } from './ids.js';

describe('ids', () => {
  it('are UUIDs of version 7, unique, and ascend in the order of their creation', () => {
    const ids = Array.from({ length: 5_000 }, newId);
    expect(
      ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
    ).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(ids);
  });

  it('lie between the ids that are created before and after them if they are reserved, even if the sequence number overflows', () => {
    const partsOf = (id: string) => {
      const hex = id.replaceAll('-', '');
      const bits = BigInt(`0x${hex}`);
      const high = ((bits >> 64n) & 0xfffn) << 20n;
      return { msecs: parseInt(hex.slice(0, 12), 16), sequence: Number(high | ((bits >> 42n) & 0xfffffn)) };
    };
    for (const count of [1, 10_000, 2 ** 31, 2 ** 31]) {
      const before = partsOf(newId());
      const { msecs, first } = reserveIds(count);
      const after = partsOf(newId());
      expect(msecs > before.msecs || (msecs === before.msecs && first > before.sequence)).toBe(true);
      const last = first + count - 1;
      expect(last).toBeLessThan(2 ** 32);
      expect(after.msecs > msecs || (after.msecs === msecs && after.sequence > last)).toBe(true);
    }
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
  ])('are recognised by their form: isId(%j) is %s', (text, expected) => {
    expect(isId(text)).toBe(expected);
  });
});
