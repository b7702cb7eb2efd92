import { useState } from 'preact/hooks';
import type { RunSettings } from '../../../api/runs.js';
import type { Drop } from '../state/drop.js';
import { SettingField } from './setting-field.js';

const NAMES = ['feed', 'accountTimezone', 'tags'] as const;

/** Settings that apply to all files and take priority over what the files contain. */
export function CommonSettings({ drop }: { drop: Drop }) {
  const [settings, setSettings] = useState<RunSettings>(drop.common);
  return (
    <details class="drop-common">
      <summary>Settings for all files</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          drop.setCommon(settings);
        }}
      >
        <div class="triple">
          {NAMES.map((name) => (
            <SettingField
              key={name}
              name={name}
              value={settings[name]}
              change={(value) => setSettings({ ...settings, [name]: value })}
              problem={null}
            />
          ))}
        </div>
        <button type="submit">Apply to all files</button>
      </form>
    </details>
  );
}
