/** The feeds: the spot market, and the USD-margined future of the current quarter. */
export const FEEDS = ['venue-spot', 'venue-usdm-current-quarter'] as const;
export type Feed = (typeof FEEDS)[number];

/** The kind of contract of each feed. */
export const CONTRACT_KIND_OF_FEED = {
  'venue-spot': 'spot',
  'venue-usdm-current-quarter': 'current-quarter',
} as const satisfies Record<Feed, string>;

export const CONTRACT_KINDS = Object.values(CONTRACT_KIND_OF_FEED);
export type ContractKind = (typeof CONTRACT_KINDS)[number];
