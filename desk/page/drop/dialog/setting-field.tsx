import type { ApiProblem } from '../../../api/problem.js';
import type { RunSettings } from '../../../api/runs.js';
import { FEEDS } from '../../../../src/shared/market/feeds.js';
import { TOOL_OPTIONS } from '../../ui/import-tools.js';
import { COST_OPTIONS, PROFIT_OPTIONS } from '../../money/money-settings.js';
import { ChoiceField, TextField } from '../../ui/form.js';

type Options = readonly (readonly [value: string, label: string])[];

interface Setting {
  readonly label: string;
  readonly hint?: string;
  readonly type?: 'number';
  readonly options?: Options;
  readonly isZone?: boolean;
}

const AS_IN_FILE: Options[number] = ['', 'As the file says'];

const SETTINGS = {
  feed: {
    label: 'Feed',
    hint: 'The candles that the session is measured on.',
    options: [AS_IN_FILE, ...FEEDS.map((feed) => [feed, feed] as const)],
  },
  timezone: {
    label: 'Time zone of the times',
    hint: 'Of the chart or the server, such as Europe/Berlin.',
    isZone: true,
  },
  accountTimezone: {
    label: 'Time zone of the account',
    hint: 'Days and hours are counted in it. UTC if empty.',
    isZone: true,
  },
  symbol: { label: 'Symbol', hint: 'As the venue writes it, such as BTCUSDT.' },
  initialBalance: { label: 'Starting balance', type: 'number' },
  accountCurrency: { label: 'Account currency', hint: 'If empty: what the file says, or USD.' },
  dateOrder: {
    label: 'Order of dates',
    options: [
      ['', 'As the file says'],
      ['dmy', 'Day, month, year'],
      ['mdy', 'Month, day, year'],
    ],
  },
  source: {
    label: 'Tool',
    options: TOOL_OPTIONS,
  },
  strategyName: { label: 'Strategy', hint: 'One of several in a freqtrade result.' },
  profit: { label: 'Profits', options: PROFIT_OPTIONS },
  costs: { label: 'Positive costs', options: COST_OPTIONS },
  pointValue: { label: 'Point value', hint: 'Such as 50, or ES:50,NQ:20.' },
  calendarCode: { label: 'Calendar', hint: '24/7, or 24/5 if the market closes.' },
  tags: { label: 'Tags', hint: 'With commas between them.' },
} as const satisfies Record<keyof RunSettings, Setting>;

export type SettingName = keyof typeof SETTINGS;

const ZONES: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')];

/** A field for a parameter of an import. */
export function SettingField(props: {
  name: SettingName;
  value: string | undefined;
  change: (value: string) => void;
  problem: ApiProblem | null;
  isRequired?: boolean;
}) {
  const { name, change, problem, isRequired = false } = props;
  const { label, hint, type, options, isZone }: Setting = SETTINGS[name];
  const common = {
    name,
    label,
    value: props.value ?? '',
    change,
    problem,
    ...(hint !== undefined && { hint }),
  };
  if (options) return <ChoiceField {...common} options={isRequired ? asked(options) : options} />;
  return (
    <TextField
      {...common}
      isRequired={isRequired}
      {...(type && { type })}
      {...(isZone && { suggestions: ZONES })}
    />
  );
}

/** Returns what a file lacks, such as "Lacks: starting balance, symbol." */
export const lackOf = ({ needs }: { readonly needs: readonly SettingName[] }): string =>
  `Lacks: ${needs.map((name) => SETTINGS[name].label.toLowerCase()).join(', ')}.`;

/** If a file lacks a choice, no option is preselected, so that the user has to decide. */
const asked = ([, ...options]: Options): Options => [['', 'Choose'], ...options];
