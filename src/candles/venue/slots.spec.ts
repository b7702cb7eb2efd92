import { Slots } from './slots.js';

const never = new AbortController().signal;

describe('slots', () => {
  it('let in so many, the others in the order in which they came', async () => {
    const slots = new Slots(2);
    const order: string[] = [];
    const leaves = [await slots.enter(never), await slots.enter(never)];
    const waiting = ['c', 'd'].map(async (name) => {
      const leave = await slots.enter(never);
      order.push(name);
      return leave;
    });
    await Promise.resolve();
    expect(order).toEqual([]);
    leaves[0]!();
    (await waiting[0]!)();
    (await waiting[1]!)();
    leaves[1]!();
    expect(order).toEqual(['c', 'd']);
    await Promise.all([slots.enter(never), slots.enter(never)]);
  });

  it('are not kept for who has had enough of waiting', async () => {
    const slots = new Slots(1);
    const leave = await slots.enter(never);
    const impatient = new AbortController();
    const refused = slots.enter(impatient.signal);
    const next = slots.enter(never);
    impatient.abort(new Error('enough'));
    await expect(refused).rejects.toThrow('enough');
    leave();
    (await next)();
    await expect(slots.enter(impatient.signal)).rejects.toThrow('enough');
    (await slots.enter(never))();
  });
});
