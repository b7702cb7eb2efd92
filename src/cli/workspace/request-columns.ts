import type { ClassConstructor } from 'class-transformer';
import { CreateProjectDto } from '../../projects/project.dto.js';
import { AssetInput } from '../../sessions/create-asset.dto.js';
import { CreateSessionDto } from '../../sessions/create-session.dto.js';
import { TradeInput } from '../../trades/ingest-trades.dto.js';

/** Columns of a table that a request sets, and the body of that request. */
export interface RequestColumns {
  readonly body: ClassConstructor<object>;
  /** Field of the body, by column. */
  readonly fields: Readonly<Record<string, string>>;
  /**
   * Columns whose stored form differs from the form that a request may send. In a file, their values must have the
   * stored form.
   */
  readonly asStored: readonly string[];
}

/** Maps columns to fields of the same name, for values in the form of JSON. */
const named = (columns: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    columns.map((column) => [
      column,
      column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    ]),
  );

export const REQUEST_COLUMNS: Readonly<Record<string, RequestColumns>> = {
  projects: { body: CreateProjectDto, fields: named(['name', 'symbol', 'timeframe']), asStored: ['symbol'] },
  sessions: {
    body: CreateSessionDto,
    fields: named([
      'project_id',
      'name',
      'mode',
      'source',
      'initial_balance',
      'account_currency',
      'strategy',
      'description',
      'layout_template',
      'fees_config',
      'range_start',
      'range_end',
      'random_source_start',
      'random_source_end',
      'random_seed',
      'blind_mode',
      'smooth_candles',
      'account_timezone',
      'started_at',
      'tags',
    ]),
    asStored: ['fees_config', 'tags'],
  },
  session_assets: {
    body: AssetInput,
    fields: named([
      'symbol',
      'feed',
      'timeframe',
      'calendar_code',
      'execution_cost_config',
      'contract_policy',
    ]),
    asStored: ['symbol', 'execution_cost_config'],
  },
  trades: {
    body: TradeInput,
    fields: named([
      'client_id',
      'side',
      'qty',
      'entry_price',
      'entry_time',
      'exit_price',
      'exit_time',
      'symbol',
      'feed',
      'stop_loss',
      'take_profit',
      'fees_paid',
      'spread_paid',
      'slippage_paid',
      'note',
      'tags',
    ]),
    asStored: ['tags'],
  },
};
