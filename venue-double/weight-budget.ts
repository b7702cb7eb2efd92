import { DAY_MS, MINUTE_MS } from './intervals.js';

const FIRST_BAN_MS = 2 * MINUTE_MS;
const MAX_BAN_MS = 3 * DAY_MS;

interface Account {
  minute: number;
  used: number;
  refusals: number;
  bans: number;
  bannedUntil: number;
}

export interface Charge {
  readonly used: number;
  readonly verdict: 'accepted' | 'rate-limited' | 'banned';
  /** Time at which requests are accepted again: the next clock minute, or the end of the ban. */
  readonly until: number;
}

/**
 * Counts the request weight of each address in the current clock minute, including refused requests. An address that
 * continues while it is refused is banned after `refusalsBeforeBan` more requests. The first ban lasts 2 minutes, each
 * further ban twice as long, and at most 3 days. Requests during a ban count as well.
 */
export class WeightBudget {
  private readonly accounts = new Map<string, Account>();

  constructor(
    readonly limit: number,
    private readonly refusalsBeforeBan: number,
  ) {}

  charge(address: string, weight: number, now: number): Charge {
    const account = this.accountOf(address);
    const minute = Math.floor(now / MINUTE_MS);
    if (minute !== account.minute) Object.assign(account, { minute, used: 0 });
    account.used += weight;
    const wasBanned = now < account.bannedUntil;
    if (!wasBanned && account.used <= this.limit) {
      account.refusals = 0;
      return { used: account.used, verdict: 'accepted', until: now };
    }
    account.refusals += 1;
    if (account.refusals > this.refusalsBeforeBan) this.ban(account, now);
    return now < account.bannedUntil
      ? { used: account.used, verdict: 'banned', until: account.bannedUntil }
      : { used: account.used, verdict: 'rate-limited', until: (minute + 1) * MINUTE_MS };
  }

  private ban(account: Account, now: number): void {
    account.bannedUntil = now + Math.min(MAX_BAN_MS, FIRST_BAN_MS * 2 ** account.bans);
    account.bans += 1;
    account.refusals = 0;
  }

  private accountOf(address: string): Account {
    const known = this.accounts.get(address);
    if (known) return known;
    const account = { minute: 0, used: 0, refusals: 0, bans: 0, bannedUntil: 0 };
    this.accounts.set(address, account);
    return account;
  }
}
