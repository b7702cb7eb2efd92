import type { ComponentChildren } from 'preact';
import type { ApiProblem } from '../../../api/problem.js';
import { ChoiceField, LongTextField, TextField } from '../../ui/form.js';
import { TagEditor } from '../../ui/tag-editor.js';
import type { SessionDraft } from './session-draft.js';

const MODES = [
  ['manual', 'A person trades'],
  ['automated', 'A program trades'],
] as const;

const SAMPLES = [
  ['', 'Not given'],
  ['in', 'In sample: it helped to choose the parameters'],
  ['out', 'Out of sample: kept aside to test them'],
] as const;

type TextName =
  | 'accountTimezone'
  | 'strategy'
  | 'description'
  | 'layoutTemplate'
  | 'randomSeed'
  | 'study'
  | 'parameters'
  | 'codeVersion';
type TimeName = 'startedAt' | 'rangeStart' | 'rangeEnd' | 'randomSourceStart' | 'randomSourceEnd';

/** All settings of a session that have defaults. */
export function MoreSettings(props: {
  draft: SessionDraft;
  change: (draft: SessionDraft) => void;
  problem: ApiProblem | null;
  isOpen: boolean;
}) {
  const { draft, change, problem } = props;
  const text = (name: TextName) => ({
    name,
    value: draft[name],
    change: (value: string) => change({ ...draft, [name]: value }),
    problem,
  });
  const time = (name: TimeName) => ({ ...text(name as TextName), value: draft[name], type: 'time' as const });
  return (
    <details class="import-settings" open={props.isOpen}>
      <summary>More settings</summary>
      <TextField
        label="Time zone of the account"
        hint="Days, hours and weekdays use this time zone, and so do the times below."
        isRequired
        {...text('accountTimezone')}
      />
      <LongTextField label="Strategy" rows={2} {...text('strategy')} />
      <LongTextField label="Notes" rows={2} {...text('description')} />
      <TagEditor tags={draft.tags} change={(tags) => change({ ...draft, tags })} />
      <div class="pair">
        <TextField
          label="Study"
          hint="The search that this run is a try of. The project’s own if empty."
          maxLength={100}
          {...text('study')}
        />
        <ChoiceField
          label="Sample"
          name="sample"
          value={draft.sample}
          change={(sample) => change({ ...draft, sample })}
          options={SAMPLES}
          problem={problem}
        />
      </div>
      <LongTextField label="Parameters, one “name = value” a line" rows={2} {...text('parameters')} />
      <TextField label="Version of the code" maxLength={100} {...text('codeVersion')} />
      <div class="pair">
        <ChoiceField
          label="Mode"
          name="mode"
          value={draft.mode}
          change={(mode) => change({ ...draft, mode })}
          options={MODES}
          problem={problem}
        />
        <TextField label="Started" hint="Now if empty." {...time('startedAt')} />
      </div>
      <div class="pair">
        <TextField label="Start of the range" {...time('rangeStart')} />
        <TextField label="End of the range" {...time('rangeEnd')} />
      </div>
      <div class="pair">
        <TextField label="Random ranges from" {...time('randomSourceStart')} />
        <TextField label="Random ranges until" {...time('randomSourceEnd')} />
      </div>
      <div class="pair">
        <TextField label="Random seed" hint="Drawn if empty." {...text('randomSeed')} type="number" />
        <TextField label="Chart layout" hint="1 if empty." {...text('layoutTemplate')} />
      </div>
      <Check isOn={draft.blindMode} change={(blindMode) => change({ ...draft, blindMode })}>
        Blind mode
      </Check>
      <Check isOn={draft.smoothCandles} change={(smoothCandles) => change({ ...draft, smoothCandles })}>
        Smooth candles
      </Check>
    </details>
  );
}

function Check(props: { isOn: boolean; change: (isOn: boolean) => void; children: ComponentChildren }) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={props.isOn}
        onChange={(event) => props.change(event.currentTarget.checked)}
      />
      {props.children}
    </label>
  );
}
