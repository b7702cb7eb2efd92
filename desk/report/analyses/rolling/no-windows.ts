import { plural } from '../../format.js';
import { NO_TRADES } from '../../panels/no-trades.js';
import type { SheetData } from '../../sheet-data.js';

/** Returns why there are no windows of this number of days. */
export function noWindows(days: number, risk: SheetData['risk']): string {
  if (!risk || risk.returns.days === 0) return NO_TRADES;
  if (risk.returns.days < days)
    return `The trades cover ${plural(risk.returns.days, 'day')}, fewer than the ${days} of the window.`;
  return 'The equity was not above 0, so days have no return.';
}
