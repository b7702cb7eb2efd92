import type { Type } from '@nestjs/common';
import type { Environment } from './platform/config/environment.js';
import { AnalysisModule } from './review/analysis/analysis.module.js';
import { ComparisonModule } from './review/comparison/comparison.module.js';
import { DeskModule } from './review/desk/desk.module.js';
import { EventsModule } from './review/events/events.module.js';
import { EvidenceModule } from './review/evidence/evidence.module.js';
import { SamplesModule } from './review/samples/samples.module.js';
import { SelectionModule } from './review/selection/selection.module.js';
import { TradeFilesModule } from './review/trade-files/trade-files.module.js';
import { TrialsModule } from './review/trials/trials.module.js';
import { UsageModule } from './review/usage/usage.module.js';

/**
 * The features beyond the contract, in the order of their routes. To take one out, remove its line, and the lines of the
 * features that `test/optional-modules.e2e-spec.ts` lists beside it, because their modules import it.
 */
export const optionalModules = ({ DESK }: Pick<Environment, 'DESK'>): readonly Type[] => [
  EventsModule,
  ComparisonModule,
  AnalysisModule,
  SelectionModule,
  TrialsModule,
  EvidenceModule,
  TradeFilesModule,
  SamplesModule,
  ...(DESK === 'on' ? [DeskModule] : []),
  UsageModule,
];
