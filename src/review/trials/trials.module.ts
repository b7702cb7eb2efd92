import { Global, Module } from '@nestjs/common';
import { AnalysisModule } from '../analysis/analysis.module.js';
import { ProjectsModule } from '../../projects/projects.module.js';
import { RunFigures } from '../../sessions/run-figures.js';
import { SessionsModule } from '../../sessions/sessions.module.js';
import { ConstantFieldsStore } from './constant-fields.store.js';
import { EmptySessionsStore } from './empty-sessions.store.js';
import { FiguresFiller } from './figures-filler.js';
import { RunsFiller } from './runs-filler.js';
import { SessionFilterStore } from './session-filter.store.js';
import { SessionFiguresService } from './session-figures.service.js';
import { SessionFiguresStore } from './session-figures.store.js';
import { StudiesService } from './studies.service.js';
import { StudiesStore } from './studies.store.js';
import { StudySessionsStore } from './study-sessions.store.js';
import { TrialsClock } from './trials-clock.js';

/**
 * The ledger of tries. The module is global, because `trades/` uses its figures, although `trades/` comes before
 * `trials/` in the order of the folders.
 */
@Global()
@Module({
  imports: [ProjectsModule, SessionsModule, AnalysisModule],
  providers: [
    StudiesService,
    StudiesStore,
    StudySessionsStore,
    ConstantFieldsStore,
    EmptySessionsStore,
    SessionFilterStore,
    SessionFiguresService,
    SessionFiguresStore,
    FiguresFiller,
    RunsFiller,
    TrialsClock,
    { provide: RunFigures, useExisting: SessionFiguresService },
  ],
  exports: [
    StudiesService,
    StudySessionsStore,
    ConstantFieldsStore,
    EmptySessionsStore,
    SessionFilterStore,
    RunFigures,
  ],
})
export class TrialsModule {}
