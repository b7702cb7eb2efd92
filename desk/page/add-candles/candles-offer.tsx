import type { ComponentChildren } from 'preact';
import { useCallback, useState } from 'preact/hooks';
import { useScopes } from '../../api/scopes.js';
import { AddCandlesContext } from '../../report/panels/no-candles.js';
import { later } from '../ui/later.js';
import type { WantedMarket } from './candle-files.js';

const AddCandlesDialog = later(async () => (await import('./add-candles-dialog.js')).AddCandlesDialog);

/**
 * Lets panels offer to add the candles that they lack. The dialog is here, because the panels are drawn anew when
 * candles are stored.
 */
export function CandlesOffer(props: { markets: readonly WantedMarket[]; children: ComponentChildren }) {
  const { mayAddCandles } = useScopes();
  const [isOpen, setOpen] = useState(false);
  const add = useCallback(() => setOpen(true), []);
  const offer = mayAddCandles ? add : mayAddCandles === false ? null : undefined;
  return (
    <AddCandlesContext.Provider value={offer}>
      {props.children}
      {isOpen && <AddCandlesDialog markets={props.markets} close={() => setOpen(false)} />}
    </AddCandlesContext.Provider>
  );
}
