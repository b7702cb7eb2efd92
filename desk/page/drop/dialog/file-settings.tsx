import { useEffect, useRef, useState } from 'preact/hooks';
import type { RunSettings } from '../../../api/runs.js';
import { SettingField } from './setting-field.js';
import type { RunFile } from '../state/run-file.js';

const NAMES = [
  'feed',
  'timezone',
  'accountTimezone',
  'symbol',
  'initialBalance',
  'accountCurrency',
  'dateOrder',
  'source',
  'strategyName',
  'profit',
  'costs',
  'pointValue',
  'calendarCode',
] as const;

/** Settings of one file. */
export function FileSettings(props: {
  file: RunFile;
  label: string;
  apply: (settings: RunSettings) => void;
  close: () => void;
}) {
  const { file, label, apply, close } = props;
  const [settings, setSettings] = useState(file.settings);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('select')?.focus(), []);
  return (
    <form
      ref={form}
      class="drop-fields"
      onSubmit={(event) => {
        event.preventDefault();
        apply(settings);
        close();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
    >
      <div class="triple">
        {NAMES.map((name) => (
          <SettingField
            key={name}
            name={name}
            value={settings[name]}
            change={(value) => setSettings({ ...settings, [name]: value })}
            problem={file.problem}
          />
        ))}
      </div>
      <div class="row">
        <button type="submit" class="primary">
          {label}
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
      </div>
    </form>
  );
}
