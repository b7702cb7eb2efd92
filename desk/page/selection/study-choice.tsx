interface StudyChoiceProps {
  /** The names of the studies. */
  readonly names: readonly string[];
  /** The study; empty for the study of the project itself. */
  readonly study: string;
  /** True if all studies can be chosen, as `*`. */
  readonly withAll?: boolean;
  readonly change: (study: string) => void;
}

/** The choice of a study. Nothing is shown if the project has only its own study. */
export function StudyChoice({ names, study, withAll = false, change }: StudyChoiceProps) {
  if (names.length === 0 && (study === '' || study === '*')) return null;
  return (
    <label class="study">
      Study{' '}
      <select value={study} onChange={(event) => change(event.currentTarget.value)}>
        {withAll && <option value="*">All studies</option>}
        <option value="">The project’s own</option>
        {[...new Set([...names, ...(study === '' || study === '*' ? [] : [study])])].map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
