import { useRef, useState } from 'preact/hooks';
import {
  amount,
  amountDecimals,
  duration,
  multipleOfRisk,
  price,
  signedAmount,
  signedPercent,
  tone,
} from '../../report/format.js';
import { stamp } from '../../report/dates.js';
import { useScopes } from '../../api/scopes.js';
import type { Session } from '../../api/sessions.js';
import { type Trade, deleteTrade, labelTrade } from '../../api/trades.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { Form, LongTextField } from '../ui/form.js';
import { TagEditor } from '../ui/tag-editor.js';
import { Tags } from '../ui/tags.js';
import { useAction } from '../ui/use-action.js';

/**
 * Unsaved input by trade. The input is kept if the user selects another trade, or if a key is refused before the input
 * is saved.
 */
const drafts = new Map<string, Draft>();

type Draft = Pick<Trade, 'note' | 'tags'>;

/** A trade with its note and its tags, which can be edited in place. */
export function TradeDetails(props: { session: Session; trade: Trade; changed: (trade: Trade) => void }) {
  const { session, trade, changed } = props;
  const [isEditing, setEditing] = useState(drafts.has(trade.id));
  const box = useRef<HTMLDivElement>(null);
  const edit = (isOn: boolean) => {
    if (!isOn) drafts.delete(trade.id);
    setEditing(isOn);
    // This render removes the focused element, so the focus moves to an element of the new content.
    setTimeout(() => {
      if (document.activeElement !== document.body) return;
      box.current?.querySelector<HTMLElement>(isOn ? 'textarea' : 'button')?.focus();
    });
  };
  const [isDeleting, setDeleting] = useState(false);
  const { mayWrite, mayDelete } = useScopes();
  const zone = session.accountTimezone;
  const decimals = amountDecimals(session.initialBalance);
  return (
    <div
      ref={box}
      class="trade-details"
      data-trade={trade.id}
      onKeyDown={(event) => isEditing && event.key === 'Escape' && edit(false)}
    >
      <dl>
        <dt>
          {trade.side} {trade.symbol}
        </dt>
        <dd>{price(trade.qty)}</dd>
        <dt>Entry {stamp(trade.entryTime, zone)}</dt>
        <dd>{price(trade.entryPrice)}</dd>
        <dt>Exit {stamp(trade.exitTime, zone)}</dt>
        <dd>{price(trade.exitPrice)}</dd>
        <dt>Stop, target</dt>
        <dd>
          {price(trade.stopLoss)}, {price(trade.takeProfit)}
        </dd>
        {trade.pointValue !== 1 && (
          <>
            <dt>Point value</dt>
            <dd>{price(trade.pointValue)}</dd>
          </>
        )}
        <dt>Open for</dt>
        <dd>{duration(trade.exitTime - trade.entryTime)}</dd>
        <dt>Costs</dt>
        <dd>{amount(trade.feesPaid + trade.spreadPaid + trade.slippagePaid, decimals)}</dd>
        <dt>Net</dt>
        <dd class={tone(trade.plNet)}>
          {signedAmount(trade.plNet, decimals)} {session.accountCurrency}, {signedPercent(trade.plPct)},{' '}
          {multipleOfRisk(trade.rMultiple)}
        </dd>
      </dl>
      {isEditing ? (
        <LabelsForm trade={trade} changed={changed} close={() => edit(false)} />
      ) : (
        <>
          {trade.note ? <p class="trade-note">{trade.note}</p> : <p class="quiet small">No note.</p>}
          <Tags tags={trade.tags} />
          <div class="row">
            {mayWrite && (
              <button type="button" onClick={() => edit(true)}>
                Edit note and tags
              </button>
            )}
            {mayDelete && session.status === 'active' && (
              <button type="button" class="plain" onClick={() => setDeleting(true)}>
                Delete trade
              </button>
            )}
          </div>
        </>
      )}
      {isDeleting && (
        <ConfirmDialog
          title="Delete trade"
          label="Delete"
          isDangerous
          close={() => setDeleting(false)}
          confirm={() => deleteTrade(trade)}
        >
          <p>
            Delete the {trade.side} of {stamp(trade.entryTime, zone)} with{' '}
            {signedAmount(trade.plNet, decimals)} {session.accountCurrency}? All figures will be computed
            without it.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function LabelsForm(props: { trade: Trade; changed: (trade: Trade) => void; close: () => void }) {
  const { trade, changed, close } = props;
  const [draft, setDraft] = useState<Draft>(drafts.get(trade.id) ?? trade);
  const { note, tags } = draft;
  const change = (part: Partial<Draft>) => {
    const next = { note, tags, ...part };
    drafts.set(trade.id, next);
    setDraft(next);
  };
  const action = useAction();
  const submit = async () => {
    changed(await labelTrade(trade, { note, tags: [...tags] }));
    close();
  };
  return (
    <Form action={action} submit={submit} label="Save" cancel={close}>
      <LongTextField
        label="Note"
        name="note"
        value={note}
        change={(note) => change({ note })}
        problem={action.problem}
      />
      <TagEditor tags={tags} change={(tags) => change({ tags })} />
    </Form>
  );
}
