import { heldDomain } from './held-domain.js';

const held = (...values: readonly number[]) => values.map((equity, time) => ({ time, equity }));

describe('the domain of the equity and the held market', () => {
  it('contains a market that moves about as much as the equity', () =>
    expect(heldDomain([100, 110], held(95, 112))).toEqual([95, 112]));

  it('keeps a fifth of the axis for the equity if the market moves much more', () =>
    expect(heldDomain([100, 110], held(10, 400))).toEqual([80, 130]));

  it('is the domain of the equity without a market', () =>
    expect(heldDomain([100, 110], [])).toEqual([100, 110]));
});
