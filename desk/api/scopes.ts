import { useCaller } from './caller.js';
import { isBehindGateway } from './gateway-sign-in.js';
import { currentKey } from './key.js';

/** The actions that the scopes of the caller allow, so that the page offers no others. */
interface AllowedActions {
  /** True also until the scopes are known, so that the page does not jump for those who may write. */
  readonly mayWrite: boolean;
  readonly mayDelete: boolean;
  /** Undefined until the scopes are known. */
  readonly mayAddCandles: boolean | undefined;
}

export function useScopes(): AllowedActions {
  const scopes = useCaller(isBehindGateway() ? null : currentKey())?.scopes;
  const mayWrite = scopes?.includes('write') ?? true;
  return {
    mayWrite,
    mayDelete: mayWrite || scopes!.includes('delete'),
    mayAddCandles: scopes?.includes('candles'),
  };
}
