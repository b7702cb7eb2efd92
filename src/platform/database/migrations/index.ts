import type { MigrationInterface } from 'typeorm';
import { Schema1760000000000 } from './1760000000000-schema.js';
import { CandleGaps1760000000001 } from './1760000000001-candle-gaps.js';
import { SeriesRevision1760000000002 } from './1760000000002-series-revision.js';
import { Records1760000000003 } from './1760000000003-records.js';
import { AuditEntries1760000000004 } from './1760000000004-audit-entries.js';
import { Quotas1760000000005 } from './1760000000005-quotas.js';
import { ErasedWorkspaces1760000000006 } from './1760000000006-erased-workspaces.js';
import { SessionImports1760000000007 } from './1760000000007-session-imports.js';
import { TradeChanges1760000000008 } from './1760000000008-trade-changes.js';
import { TrialLabels1760000000009 } from './1760000000009-trial-labels.js';
import { TrialsSince1760000000010 } from './1760000000010-trials-since.js';
import { Trials1760000000011 } from './1760000000011-trials.js';
import { SessionFigures1760000000012 } from './1760000000012-session-figures.js';
import { ProvenGaps1760000000013 } from './1760000000013-proven-gaps.js';
import { MadeBars1760000000014 } from './1760000000014-made-bars.js';
import { MadeRevision1760000000015 } from './1760000000015-made-revision.js';
import { TradePointValues1760000000016 } from './1760000000016-trade-point-values.js';
import { SessionReplays1760000000017 } from './1760000000017-session-replays.js';
import { TrialAnswers1760000000018 } from './1760000000018-trial-answers.js';
import { Replays1760000000019 } from './1760000000019-replays.js';
import { CandlesScope1760000000020 } from './1760000000020-candles-scope.js';

/** A migration with a name. The service refuses to start with a migration that has no name. */
type NamedMigration = new () => MigrationInterface & { readonly name: string };

/** Migrations in the order in which they run. A released migration never changes; a correction is a new migration. */
export const migrations: NamedMigration[] = [
  Schema1760000000000,
  CandleGaps1760000000001,
  SeriesRevision1760000000002,
  Records1760000000003,
  AuditEntries1760000000004,
  Quotas1760000000005,
  ErasedWorkspaces1760000000006,
  SessionImports1760000000007,
  TradeChanges1760000000008,
  TrialLabels1760000000009,
  TrialsSince1760000000010,
  Trials1760000000011,
  SessionFigures1760000000012,
  ProvenGaps1760000000013,
  MadeBars1760000000014,
  MadeRevision1760000000015,
  TradePointValues1760000000016,
  SessionReplays1760000000017,
  TrialAnswers1760000000018,
  Replays1760000000019,
  CandlesScope1760000000020,
];
