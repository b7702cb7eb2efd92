import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { gatewayParts } from './gateway-parts.js';

/** A modal dialog. Escape and the close button close the dialog, and the focus returns to the previous element. */
export function Dialog(props: {
  title: string;
  close: () => void;
  isWide?: boolean;
  /** True if the dialog is as wide as a page, with content that scrolls between the title and the footer. */
  isFull?: boolean;
  children: ComponentChildren;
}) {
  const { SignedOutNotice } = gatewayParts();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  useEffect(() => {
    const before = document.activeElement;
    const shown = dialog.current;
    shown?.showModal();
    const first =
      shown?.querySelector<HTMLElement>('[data-first]') ??
      shown?.querySelector<HTMLElement>('input, select, textarea, footer button');
    first?.focus();
    return () => {
      shown?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={props.isFull ? 'dialog full' : props.isWide ? 'dialog wide' : 'dialog'}
      aria-labelledby={title}
      onCancel={(event) => {
        event.preventDefault();
        props.close();
      }}
    >
      <header>
        <h2 id={title}>{props.title}</h2>
        <button type="button" class="plain" aria-label="Close" onClick={props.close}>
          ✕
        </button>
      </header>
      {/* The dialog shows the notice of the ended sign-in itself, because the notice on the page below cannot be used. */}
      {SignedOutNotice && <SignedOutNotice />}
      {props.children}
    </dialog>
  );
}
