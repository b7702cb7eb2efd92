import { useId, useState } from 'preact/hooks';
import { count } from '../../report/format.js';
import { RESULT_FILES, TOOL_NAMES } from '../ui/import-tools.js';

/** An area where the user drops or chooses a file. */
export function FileDrop({ file, choose }: { file: File | null; choose: (file: File) => void }) {
  const [isOver, setOver] = useState(false);
  const id = useId();
  return (
    <div
      class={isOver ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const dropped = event.dataTransfer?.files[0];
        if (dropped) choose(dropped);
      }}
    >
      <label for={id}>Drop a file here, or choose one</label>
      <input
        id={id}
        type="file"
        accept={RESULT_FILES}
        onChange={(event) => {
          const chosen = event.currentTarget.files?.[0];
          if (chosen) choose(chosen);
        }}
      />
      <p class="small quiet">
        {file
          ? `${file.name}, ${count(Math.ceil(file.size / 1024))} KB`
          : `${TOOL_NAMES}, or a csv with columns of your own`}
      </p>
    </div>
  );
}
