import type { Request, Response } from 'express';
import { gather } from './gather.js';

it('requests go on in their order, after whatever else was there to be read', async () => {
  const events: string[] = [];
  await new Promise<void>((resolve) => {
    const read = (name: string, then: () => void = () => undefined) => {
      events.push(`${name} read`);
      const goOn = () => (events.push(`${name} goes on`), then());
      void gather({} as Request, {} as Response, goOn);
    };
    read('first');
    process.nextTick(() => read('second', resolve));
  });
  expect(events).toEqual(['first read', 'second read', 'first goes on', 'second goes on']);
});
