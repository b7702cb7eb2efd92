import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { IdempotencyModule } from '../platform/idempotency/idempotency.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { ClientStatesController } from './client-state/client-states.controller.js';
import { ClientStatesService } from './client-state/client-states.service.js';
import { ClientStatesStore } from './client-state/client-states.store.js';
import { DrawsService } from './replay/draws.service.js';
import { PlayheadsService } from './replay/playheads.service.js';
import { PlayheadsStore } from './playheads.store.js';
import { ReplayController } from './replay/replay.controller.js';
import { SeenSpansStore } from './seen-spans.store.js';
import { SessionCopiesService } from './copy/session-copies.service.js';
import { EarlierSessionsService } from './earlier-sessions.service.js';
import { AuthModule } from '../platform/auth/auth.module.js';
import { SessionCreationsService } from './session-creations.service.js';
import { StorageQuotas } from './storage-quotas.js';
import { Session } from './session.entity.js';
import { ProjectRecordsController } from './project-records/project-records.controller.js';
import { ProjectRecordsService } from './project-records/project-records.service.js';
import { ProjectRecordsStore } from './project-records/project-records.store.js';
import { ProjectTagsController } from './project-tags.controller.js';
import { SessionListsStore } from './session-lists.store.js';
import { ShownTimesStore } from './shown-times.store.js';
import { SessionRuns } from './session-runs.js';
import { SessionEditsService } from './session-edits.service.js';
import { SessionRecordsService } from './session-records.service.js';
import { SessionRecordsController } from './session-records.controller.js';
import { SessionTurns } from './session-turns.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsService } from './sessions.service.js';
import { SessionsStore } from './sessions.store.js';
import { TradeChanges } from './trade-changes.js';
import { TrialsStore } from './trials.store.js';
import { SummariesService } from './summaries.service.js';
import { SummariesStore } from './summaries.store.js';
import { SummaryFiller } from './summary-filler.js';

@Module({
  imports: [TypeOrmModule.forFeature([Session]), AuthModule, ProjectsModule, IdempotencyModule],
  controllers: [
    SessionsController,
    SessionRecordsController,
    ProjectTagsController,
    ProjectRecordsController,
    ClientStatesController,
    ReplayController,
  ],
  providers: [
    SessionsService,
    SessionTurns,
    SessionsStore,
    SessionRecordsService,
    SessionEditsService,
    SessionListsStore,
    ProjectRecordsService,
    ProjectRecordsStore,
    SummariesService,
    SummariesStore,
    SummaryFiller,
    ClientStatesService,
    ClientStatesStore,
    DrawsService,
    PlayheadsService,
    PlayheadsStore,
    SeenSpansStore,
    SessionCreationsService,
    SessionCopiesService,
    StorageQuotas,
    EarlierSessionsService,
    SessionRuns,
    ShownTimesStore,
    TradeChanges,
    TrialsStore,
  ],
  exports: [
    SessionsService,
    SummariesService,
    SessionRecordsService,
    SessionCreationsService,
    SessionCopiesService,
    EarlierSessionsService,
    PlayheadsStore,
    SeenSpansStore,
    StorageQuotas,
    SessionRuns,
    ShownTimesStore,
    TradeChanges,
  ],
})
export class SessionsModule {}
