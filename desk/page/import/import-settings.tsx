import type { ImportSettings } from '../../api/trades.js';
import { COST_OPTIONS, PROFIT_OPTIONS } from '../money/money-settings.js';
import { ChoiceField, TextField } from '../ui/form.js';
import { TOOL_OPTIONS } from '../ui/import-tools.js';

const DATE_ORDERS = [
  ['', 'Year first'],
  ['dmy', 'Day, month, year'],
  ['mdy', 'Month, day, year'],
] as const;

/** Settings for facts that the file may not contain. */
export function ImportSettingsFields(props: {
  settings: ImportSettings;
  change: (settings: ImportSettings) => void;
  isOpen: boolean;
  apply: (() => void) | undefined;
}) {
  const { settings, change } = props;
  const field = (name: keyof ImportSettings) => ({
    name,
    value: settings[name] ?? '',
    change: (value: string) => change({ ...settings, [name]: value || undefined }),
  });
  return (
    <details class="import-settings" open={props.isOpen}>
      <summary>Settings that the file does not contain</summary>
      <div class="pair">
        <ChoiceField label="Tool" options={TOOL_OPTIONS} {...field('source')} />
        <ChoiceField label="Order of dates" options={DATE_ORDERS} {...field('dateOrder')} />
      </div>
      <div class="pair">
        <TextField label="Time zone of the times" hint="Such as Europe/Berlin." {...field('timezone')} />
        <TextField label="Symbol" hint="For rows without a symbol." {...field('symbol')} />
      </div>
      <TextField
        label="Strategy"
        hint="For a freqtrade result with several strategies."
        {...field('strategyName')}
      />
      <div class="pair">
        <ChoiceField label="Profits" options={PROFIT_OPTIONS} {...field('profit')} />
        <ChoiceField label="Positive costs" options={COST_OPTIONS} {...field('costs')} />
      </div>
      <TextField label="Point value" hint="Such as 50, or ES:50,NQ:20." {...field('pointValue')} />
      <button type="button" disabled={!props.apply} onClick={props.apply}>
        Preview again
      </button>
    </details>
  );
}
