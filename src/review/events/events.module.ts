import { Module } from '@nestjs/common';
import { AuthModule } from '../../platform/auth/auth.module.js';
import { SessionsModule } from '../../sessions/sessions.module.js';
import { EventStreams } from './event-streams.js';
import { EventsController } from './events.controller.js';
import { EventsService } from './events.service.js';
import { WatchedStatesService } from './watched-states.service.js';
import { StreamClock } from './stream-clock.js';
import { StreamCredentials } from './stream-credentials.js';
import { WatchedSessionsStore } from './watched-sessions.store.js';

@Module({
  imports: [AuthModule, SessionsModule],
  controllers: [EventsController],
  providers: [
    EventsService,
    EventStreams,
    WatchedStatesService,
    StreamClock,
    StreamCredentials,
    WatchedSessionsStore,
  ],
})
export class EventsModule {}
