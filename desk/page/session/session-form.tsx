import { useState } from 'preact/hooks';
import { type Session, updateSession } from '../../api/sessions.js';
import { Dialog } from '../ui/dialog.js';
import { Form, LongTextField, TextField } from '../ui/form.js';
import { TagEditor } from '../ui/tag-editor.js';
import { useAction } from '../ui/use-action.js';

/** A form that changes the labels of a session. No figure depends on labels. */
export function SessionForm({ session, close }: { session: Session; close: () => void }) {
  const [name, setName] = useState(session.name);
  const [strategy, setStrategy] = useState(session.strategy);
  const [description, setDescription] = useState(session.description);
  const [tags, setTags] = useState<string[]>([...session.tags]);
  const action = useAction();
  const submit = async () => {
    await updateSession(session.id, { name, strategy, description, tags });
    close();
  };
  return (
    <Dialog title="Rename, tags, notes" close={close}>
      <Form action={action} submit={submit} label="Save" cancel={close}>
        <TextField
          label="Name"
          name="name"
          value={name}
          change={setName}
          problem={action.problem}
          isRequired
        />
        <TagEditor tags={tags} change={setTags} />
        <LongTextField
          label="Strategy"
          name="strategy"
          value={strategy}
          change={setStrategy}
          problem={action.problem}
          rows={2}
        />
        <LongTextField
          label="Notes"
          name="description"
          value={description}
          change={setDescription}
          problem={action.problem}
          rows={4}
        />
      </Form>
    </Dialog>
  );
}
