import type { ApiProblem } from '../../../api/problem.js';
import type { ProjectFields } from '../../../api/projects.js';
import { INTERVALS } from '../../../../src/shared/market/intervals.js';
import { ChoiceField, TextField } from '../../ui/form.js';

/** The project that is created for all files of a drop. */
export function NewProjectFields(props: {
  project: ProjectFields;
  edit: (fields: Partial<ProjectFields>) => void;
  problem: ApiProblem | null;
}) {
  const { project, edit, problem } = props;
  const timeframes = [...new Set<string>([...INTERVALS, project.timeframe])];
  return (
    <fieldset class="drop-fields">
      <legend>The new project of these files</legend>
      <div class="triple">
        <TextField
          label="Name"
          name="name"
          value={project.name}
          change={(name) => edit({ name })}
          problem={problem}
          maxLength={200}
          isRequired
        />
        <TextField
          label="Symbol"
          name="symbol"
          value={project.symbol}
          change={(symbol) => edit({ symbol })}
          problem={problem}
          isRequired
        />
        <ChoiceField
          label="Timeframe"
          name="timeframe"
          value={project.timeframe}
          change={(timeframe) => edit({ timeframe })}
          options={timeframes.map((label) => [label, label] as const)}
          problem={problem}
        />
      </div>
    </fieldset>
  );
}
