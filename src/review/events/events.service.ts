import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { isId } from '../../shared/fields/ids.js';
import { EventStream } from '../../platform/http/event-stream.js';
import { foundOr } from '../../shared/problems/problem.js';
import type { SessionKey } from '../../sessions/session.entity.js';
import { sessionNotFound } from '../../sessions/sessions.service.js';
import { EventStreams } from './event-streams.js';
import { WatchedStatesService } from './watched-states.service.js';
import { StreamClock } from './stream-clock.js';
import { WatchedStream } from './watched-stream.js';

/** Streams of events about sessions. */
@Injectable()
export class EventsService {
  constructor(
    private readonly states: WatchedStatesService,
    private readonly streams: EventStreams,
    private readonly clock: StreamClock,
  ) {}

  /**
   * Returns the stream of a session, which begins with the present state of the session.
   * @throws Problem SESSION_NOT_FOUND; the stream throws TOO_MANY_STREAMS, BUSY
   */
  async open(session: SessionKey, request: Request): Promise<EventStream> {
    const state = foundOr(isId(session.id) && (await this.states.find(session)), sessionNotFound);
    return new EventStream((writer) => {
      this.streams.requireRoom(session.workspaceId);
      writer.begin();
      const stream = new WatchedStream(session, request, writer, this.clock.now());
      stream.show(state);
      this.streams.add(stream);
      writer.onClose(() => this.streams.remove(stream));
    });
  }
}
