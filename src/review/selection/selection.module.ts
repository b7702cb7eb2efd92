import { Module } from '@nestjs/common';
import { AnalysisModule } from '../analysis/analysis.module.js';
import { TrialsModule } from '../trials/trials.module.js';
import { ConstantFieldsReader } from './routes/constant-fields-reader.js';
import { DayReturnsReader } from './routes/day-returns-reader.js';
import { EmptyRowsReader } from './routes/empty-rows.js';
import { FieldsReader } from './routes/fields-reader.js';
import { LeaderboardEntries } from './routes/leaderboard-entries.js';
import { LeaderboardController } from './routes/leaderboard.controller.js';
import { LeaderboardService } from './routes/leaderboard.service.js';
import { OverfittingService } from './routes/overfitting.service.js';
import { ParametersService } from './routes/parameters.service.js';
import { SelectionService } from './routes/selection.service.js';
import { SessionFilterReader } from './routes/session-filter.js';
import { StudiesReader } from './routes/studies-reader.js';
import { TriesController } from './routes/tries.controller.js';
import { WalkForwardService } from './routes/walk-forward.service.js';

@Module({
  imports: [AnalysisModule, TrialsModule],
  controllers: [TriesController, LeaderboardController],
  providers: [
    ConstantFieldsReader,
    DayReturnsReader,
    EmptyRowsReader,
    FieldsReader,
    LeaderboardEntries,
    LeaderboardService,
    OverfittingService,
    ParametersService,
    SelectionService,
    SessionFilterReader,
    StudiesReader,
    WalkForwardService,
  ],
  exports: [SelectionService],
})
export class SelectionModule {}
