import { FEEDS } from '../../../../src/shared/market/feeds.js';
import { INTERVALS } from '../../../../src/shared/market/intervals.js';
import type { ApiProblem } from '../../../api/problem.js';
import { ChoiceField, TextField } from '../../ui/form.js';
import { FeesFields } from './fees-fields.js';
import type { AssetDraft, FeesDraft } from './session-draft.js';

const FEED_NAMES = FEEDS.map((feed) => [feed, feed] as const);

/** The fields of a market. The fields for costs and the calendar are folded. */
export function AssetFields(props: {
  index: number;
  asset: AssetDraft;
  change: (asset: AssetDraft) => void;
  /** Removes the market; null if it is the only market. */
  remove: (() => void) | null;
  sessionFees: FeesDraft;
  problem: ApiProblem | null;
}) {
  const { index, asset, change, remove, problem } = props;
  const path = `assets[${index}]`;
  const timeframes = [...new Set([asset.timeframe, ...INTERVALS])].map((label) => [label, label] as const);
  return (
    <fieldset class="asset">
      <legend>Market {index + 1}</legend>
      <div class="triple">
        <TextField
          label="Symbol"
          name={`${path}.symbol`}
          value={asset.symbol}
          change={(symbol) => change({ ...asset, symbol })}
          problem={problem}
          isRequired
        />
        <ChoiceField
          label="Feed"
          name={`${path}.feed`}
          value={asset.feed}
          change={(feed) => change({ ...asset, feed })}
          options={FEED_NAMES}
          problem={problem}
        />
        <ChoiceField
          label="Timeframe"
          name={`${path}.timeframe`}
          value={asset.timeframe}
          change={(timeframe) => change({ ...asset, timeframe })}
          options={timeframes}
          problem={problem}
        />
      </div>
      <details class="import-settings">
        <summary>Costs and calendar</summary>
        <div class="triple">
          <TextField
            label="Spread"
            name={`${path}.executionCostConfig.spread`}
            type="number"
            value={asset.spread}
            change={(spread) => change({ ...asset, spread })}
            problem={problem}
            hint="In price units."
          />
          <TextField
            label="Slippage of a fill"
            name={`${path}.executionCostConfig.slippage`}
            type="number"
            value={asset.slippage}
            change={(slippage) => change({ ...asset, slippage })}
            problem={problem}
            hint="In price units."
          />
          <TextField
            label="Trading calendar"
            name={`${path}.calendarCode`}
            value={asset.calendarCode}
            change={(calendarCode) => change({ ...asset, calendarCode })}
            problem={problem}
            hint="24/7 if empty."
          />
        </div>
        <label class="check">
          <input
            type="checkbox"
            checked={asset.fees !== null}
            onChange={(event) =>
              change({ ...asset, fees: event.currentTarget.checked ? props.sessionFees : null })
            }
          />
          Fees of its own
        </label>
        {asset.fees && (
          <FeesFields
            name={`${path}.executionCostConfig.fees`}
            fees={asset.fees}
            change={(fees) => change({ ...asset, fees })}
            problem={problem}
          />
        )}
      </details>
      {remove && (
        <button type="button" class="plain" onClick={remove}>
          Remove market {index + 1}
        </button>
      )}
    </fieldset>
  );
}
