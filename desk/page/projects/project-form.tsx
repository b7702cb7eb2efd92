import { useState } from 'preact/hooks';
import { type Project, createProject, updateProject } from '../../api/projects.js';
import { INTERVALS } from '../../../src/shared/market/intervals.js';
import { Dialog } from '../ui/dialog.js';
import { ChoiceField, Form, TextField } from '../ui/form.js';
import { useAction } from '../ui/use-action.js';
import { useAttempt } from '../ui/use-attempt.js';

/** The API accepts any label, so the choices include the project's current label. */
const choicesWith = (own: string) =>
  [...new Set<string>([...INTERVALS, own])].map((label) => [label, label] as const);

/** A form that creates or changes a project. */
export function ProjectForm(props: {
  project?: Project;
  close: () => void;
  done: (project: Project) => void;
}) {
  const { project, close, done } = props;
  const [name, setName] = useState(project?.name ?? '');
  const [symbol, setSymbol] = useState(project?.symbol ?? '');
  const [timeframe, setTimeframe] = useState(project?.timeframe ?? '15m');
  const fields = { name, symbol, timeframe };
  const attempt = useAttempt(fields);
  const action = useAction();
  const submit = async () => {
    if (!project) return done(await createProject(fields, attempt));
    await updateProject(project.id, fields);
    done(project);
  };
  return (
    <Dialog title={project ? 'Change project' : 'New project'} close={close}>
      <Form action={action} submit={submit} label={project ? 'Save' : 'Create'} cancel={close}>
        <TextField
          label="Name"
          name="name"
          value={name}
          change={setName}
          problem={action.problem}
          maxLength={200}
          isRequired
        />
        <TextField
          label="Symbol"
          name="symbol"
          value={symbol}
          change={setSymbol}
          problem={action.problem}
          hint="As the venue writes it, such as BTCUSDT."
          isRequired
        />
        <ChoiceField
          label="Timeframe"
          name="timeframe"
          value={timeframe}
          change={setTimeframe}
          options={choicesWith(project?.timeframe ?? '15m')}
          problem={action.problem}
        />
      </Form>
    </Dialog>
  );
}
