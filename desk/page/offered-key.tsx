import { checkKey } from '../api/check-key.js';
import { currentKey, offerKey, useKeyFromNowOn } from '../api/key.js';
import { useKeyOwner } from '../api/key-owner.js';
import { ConfirmDialog } from './ui/confirm-dialog.js';

/** A dialog that asks whether the key of a link is used, and replaces the key in use if there is one. */
export function OfferedKey({ secret }: { secret: string }) {
  const own = currentKey();
  return (
    <ConfirmDialog
      title="Use the key of this link?"
      label="Use the link’s key"
      cancelLabel={own === null ? 'Do not use it' : 'Keep my key'}
      close={() => offerKey(null)}
      confirm={async () => {
        await checkKey(secret);
        useKeyFromNowOn(secret, false);
      }}
    >
      <p>The link contains a key of its own. What you create with it belongs to its workspace.</p>
      {own !== null && <OwnerOf label="Your key" secret={own} />}
      <OwnerOf label="The link’s key" secret={secret} />
    </ConfirmDialog>
  );
}

function OwnerOf({ label, secret }: { label: string; secret: string | null }) {
  return (
    <p>
      {label}: <strong>{useKeyOwner(secret) ?? 'unknown'}</strong>
    </p>
  );
}
