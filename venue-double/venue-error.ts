import type { Feed } from './candle.js';

/** An error of the venue, with the body `{"code", "msg"}`. */
export class VenueError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly status = 400,
  ) {
    super(message);
  }
}

export const illegalCharacters = (parameter: string, range: RegExp) =>
  new VenueError(
    -1100,
    `Illegal characters found in parameter '${parameter}'; legal range is '${range.source}'.`,
  );

export const duplicateParameter = () => new VenueError(-1101, 'Duplicate values for a parameter detected.');

export const tooManyParameters = (expected: number, received: number) =>
  new VenueError(-1101, `Too many parameters; expected '${expected}' and received '${received}'.`);

export const unreadParameters = (read: number, sent: number) =>
  new VenueError(
    -1104,
    `Not all sent parameters were read; read '${read}' parameter(s) but was sent '${sent}'.`,
  );

export const missingParameter = (parameter: string) =>
  new VenueError(-1102, `Mandatory parameter '${parameter}' was not sent, was empty/null, or malformed.`);

export const emptyParameter = (parameter: string) =>
  new VenueError(-1105, `Parameter '${parameter}' was empty.`);

export const invalidParameter = (parameter: string) =>
  new VenueError(-1130, `Data sent for parameter '${parameter}' is not valid.`);

export const invalidInterval = () => new VenueError(-1120, 'Invalid interval.');
export const invalidSymbol = () => new VenueError(-1121, 'Invalid symbol.');
export const invalidContractType = () => new VenueError(-4104, 'Invalid contract type');
export const invalidPair = () => new VenueError(-4144, 'Invalid pair');
export const startAfterEnd = () => new VenueError(-1023, 'Start time is greater than end time.');

export const rateLimited = (feed: Feed, limit: number) =>
  new VenueError(
    -1003,
    feed === 'venue-spot'
      ? `Too much request weight used; current limit is ${limit} request weight per 1 MINUTE. Please use WebSocket Streams for live updates to avoid polling the API.`
      : `Too many requests; current limit is ${limit} requests per minute. Please use the websocket for live updates to avoid polling the API.`,
    429,
  );

export const banned = (feed: Feed, until: number) =>
  new VenueError(
    -1003,
    feed === 'venue-spot'
      ? `Way too much request weight used; IP banned until ${until}. Please use WebSocket Streams for live updates to avoid bans.`
      : `Way too many requests; IP banned until ${until}. Please use the websocket for live updates to avoid bans.`,
    418,
  );
