import { useState } from 'preact/hooks';
import { plural } from '../../../report/format.js';
import type { Drop } from '../state/drop.js';
import { missingNames } from '../state/settings.js';
import { SettingField } from './setting-field.js';

const MAX_NAMED = 4;

/** A form for the parameters that some of the files lack. A parameter is entered once for all these files. */
export function MissingFields({ drop }: { drop: Drop }) {
  const [asked, setAsked] = useState(drop.asked);
  const names = missingNames(drop.files);
  if (names.length === 0) return null;
  const files = drop.files.filter(({ phase }) => phase === 'asking');
  const shown = names.includes('initialBalance') ? [...names, 'accountCurrency' as const] : names;
  const some = files.slice(0, MAX_NAMED).map(({ file }) => file.name);
  const further = files.length - some.length;
  return (
    <form
      class="drop-fields"
      onSubmit={(event) => {
        event.preventDefault();
        drop.answer(asked);
      }}
    >
      <fieldset>
        <legend>{plural(files.length, 'file does', 'files do')} not say everything</legend>
        <p class="small quiet">
          {some.join(', ')}
          {further > 0 && ` and ${further} more`}. The answers apply only to files that lack them.
        </p>
        <div class="triple">
          {shown.map((name) => (
            <SettingField
              key={name}
              name={name}
              value={asked[name]}
              change={(value) => setAsked({ ...asked, [name]: value })}
              problem={problemWith(drop, name)}
              isRequired={name !== 'accountCurrency'}
            />
          ))}
        </div>
        <button type="submit" class="primary">
          Read {files.length === 1 ? 'this file' : `these ${files.length} files`}
        </button>
      </fieldset>
    </form>
  );
}

/** Returns the message about a parameter that the user has entered. A parameter that is merely missing needs no message. */
function problemWith({ files, asked }: Drop, name: keyof Drop['asked']) {
  if (!asked[name]?.trim()) return null;
  const refused = files.find(
    ({ phase, problem }) => phase === 'asking' && problem?.details.some(({ field }) => field === name),
  );
  return refused?.problem ?? null;
}
