import { randomUUID } from 'node:crypto';
import { EventStreams, MAX_STREAMS } from '../../src/review/events/event-streams.js';
import type { WatchedStream } from '../../src/review/events/watched-stream.js';
import type { TestApp } from './app.js';

/**
 * Does something while each instance of a service has event streams of other workspaces, on which nothing happens.
 * @param room number of further streams that an instance accepts
 */
export async function withStreamsOfOthers<Result>(
  { instances }: TestApp,
  room: number,
  work: () => PromiseLike<Result>,
): Promise<Result> {
  const idle = {
    request: { headers: {} },
    hasShown: () => true,
    showDeleted: () => undefined,
    keepUp: () => undefined,
    end: () => undefined,
  };
  const held = Array.from({ length: MAX_STREAMS - room }, () => {
    const session = { workspaceId: randomUUID(), id: randomUUID() };
    return { ...idle, session } as unknown as WatchedStream;
  });
  const all = instances.map((instance) => instance.get(EventStreams));
  for (const streams of all) for (const stream of held) streams.add(stream);
  try {
    return await work();
  } finally {
    for (const streams of all) for (const stream of held) streams.remove(stream);
  }
}
