import type { Response } from 'express';
import { Answer } from './answer.js';
import { EventWriter } from './event-writer.js';

/** A response of server-sent events, which stays open until the handler or the client ends it. */
export class EventStream extends Answer {
  /** @param open begins the stream; an error that it throws before the stream begins is sent as the response */
  constructor(private readonly open: (writer: EventWriter) => void) {
    super();
  }

  sendTo(response: Response): void {
    if (response.destroyed) return;
    const writer = new EventWriter(response);
    if (response.req.method !== 'HEAD') return this.open(writer);
    writer.begin();
    writer.end();
  }
}
