import type { ComponentChildren } from 'preact';
import { Dialog } from './dialog.js';
import { Form } from './form.js';
import { useAction } from './use-action.js';

/** A dialog that asks for confirmation before an action that cannot be undone. */
export function ConfirmDialog(props: {
  title: string;
  label: string;
  cancelLabel?: string;
  close: () => void;
  confirm: () => Promise<void>;
  isDangerous?: boolean;
  children: ComponentChildren;
}) {
  const action = useAction();
  return (
    <Dialog title={props.title} close={props.close}>
      <Form
        action={action}
        submit={props.confirm}
        label={props.label}
        cancel={props.close}
        cancelLabel={props.cancelLabel}
        isDangerous={props.isDangerous ?? false}
      >
        <div class="text">{props.children}</div>
      </Form>
    </Dialog>
  );
}
