import { SearchField } from '../ui/search-field.js';
import type { ChangeView, ListView } from './list-view.js';

type Option = readonly [value: string, label: string];

/** The filters for sessions: a part of the name, the status, a tag, and the currency if there are several. */
export function SessionFilters(props: {
  view: ListView;
  change: ChangeView;
  tags: readonly Option[];
  currencies: readonly string[];
}) {
  const { view, change, tags, currencies } = props;
  return (
    <>
      <SearchField value={view.search} change={(search) => change((latest) => ({ ...latest, search }))} />
      <Choices
        label="Status"
        value={view.status}
        change={(status) => change((latest) => ({ ...latest, status }))}
        options={[
          ['', 'Any status'],
          ['active', 'Active'],
          ['finished', 'Finished'],
        ]}
      />
      {(tags.length > 0 || view.tag) && (
        <Choices
          label="Tag"
          value={view.tag}
          change={(tag) => change((latest) => ({ ...latest, tag }))}
          options={[['', 'Any tag'], ...tags]}
        />
      )}
      {(currencies.length > 1 || view.currency) && (
        <Choices
          label="Currency"
          value={view.currency}
          change={(currency) => change((latest) => ({ ...latest, currency }))}
          options={[['', 'Any currency'], ...currencies.map((currency) => [currency, currency] as const)]}
        />
      )}
    </>
  );
}

function Choices(props: {
  label: string;
  value: string;
  change: (value: string) => void;
  options: readonly Option[];
}) {
  const isListed = props.options.some(([value]) => value === props.value);
  const options = isListed ? props.options : [...props.options, [props.value, props.value] as const];
  return (
    <select
      aria-label={props.label}
      value={props.value}
      onChange={(event) => props.change(event.currentTarget.value)}
    >
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
