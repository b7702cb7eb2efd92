import { comparedName } from '../money/column-names.js';

/**
 * Column names, reduced to lower-case letters and digits. The first name of each list is our own field name. If a header
 * has several names of a list, the first of the list is read. The names of money are in `money-columns.ts`.
 */
const ALIASES = {
  clientId: ['clientid'],
  symbol: ['symbol', 'symbols', 'ticker', 'instrument', 'pair', 'market', 'asset', 'contractname'],
  feed: ['feed'],
  side: [
    'side',
    'direction',
    'type',
    'position',
    'longshort',
    'tradetype',
    'positiontype',
    'marketpos',
    'marketposition',
    'openingdirection',
    'isshort',
    'islong',
  ],
  qty: [
    'qty',
    'quantity',
    'size',
    'volume',
    'lots',
    'lot',
    'contracts',
    'amount',
    'units',
    'positionsize',
    'shares',
    'closingquantity',
    'closingvolume',
  ],
  entryTime: [
    'entrytime',
    'opentime',
    'entrydate',
    'opendate',
    'entrydatetime',
    'opendatetime',
    'timeopen',
    'timein',
    'openedat',
    'opened',
    'enteredat',
    'openingtime',
    'entrytimestamp',
    'opentimestamp',
  ],
  entryPrice: [
    'entryprice',
    'openprice',
    'entry',
    'open',
    'openrate',
    'avgentryprice',
    'averageentryprice',
    'pricein',
    'buyprice',
    'openingprice',
  ],
  exitTime: [
    'exittime',
    'closetime',
    'exitdate',
    'closedate',
    'exitdatetime',
    'closedatetime',
    'timeclose',
    'timeout',
    'closedat',
    'closed',
    'exitedat',
    'closingtime',
    'exittimestamp',
    'closetimestamp',
  ],
  exitPrice: [
    'exitprice',
    'closeprice',
    'exit',
    'close',
    'closerate',
    'avgexitprice',
    'averageexitprice',
    'priceout',
    'sellprice',
    'closingprice',
  ],
  stopLoss: ['stoploss', 'stop', 'sl', 'initialstop', 'initialstoploss', 'stopprice', 'initialstoplossabs'],
  takeProfit: ['takeprofit', 'target', 'tp', 'profittarget', 'targetprice'],
  pointValue: ['multiplier', 'contractsize', 'pointvalue'],
  spreadPaid: ['spreadpaid', 'spreadcost'],
  slippagePaid: ['slippagepaid', 'slippagecost'],
  positionId: ['positionid'],
  note: ['note', 'notes', 'comment', 'comments', 'remark'],
  tags: ['tags', 'tag', 'labels', 'setup'],
  isOpen: ['isopen'],
  vectorbtColumn: ['column'],
} as const satisfies Record<string, readonly string[]>;
export type GenericColumn = keyof typeof ALIASES;

/** Places of the columns in a header, from 0. */
export type GenericPlaces = Readonly<Partial<Record<GenericColumn, number>>>;

/** Returns the place of each column that a header has. */
export function genericPlaces(header: readonly string[]): GenericPlaces {
  const plain = header.map(plainName);
  const compared = header.map(comparedName);
  const placeOf = (name: string): number => {
    const place = plain.indexOf(name);
    return place < 0 ? compared.indexOf(name) : place;
  };
  const places: Partial<Record<GenericColumn, number>> = {};
  for (const [column, names] of Object.entries(ALIASES) as [GenericColumn, readonly string[]][]) {
    const place = names.map(placeOf).find((found) => found >= 0);
    if (place !== undefined) places[column] = place;
  }
  return places;
}

/** Returns all names that a column may have, our own name first. */
export const genericNames = (column: GenericColumn): readonly string[] => [
  column,
  ...ALIASES[column].slice(1),
];

/** Reduces a column name: `Entry Price (USDT)` and `entry_price` become `entryprice`. */
export const plainName = (name: string): string =>
  without(without(name, '(', ')'), '[', ']')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');

/** Returns a text without the parts between an opening and the next closing bracket. */
function without(text: string, opening: string, closing: string): string {
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf(opening, at);
    const end = start < 0 ? -1 : text.indexOf(closing, start);
    if (end < 0) return parts.join('') + text.slice(at);
    parts.push(text.slice(at, start));
    at = end + 1;
  }
}
