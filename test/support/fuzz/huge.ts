import type { HUGE } from './body-plans.js';

const LIMIT = 4 * 1024 * 1024;
const PROJECT = '{"name":"at the limit","symbol":"X","timeframe":"1m"}';

/** Returns a body that exceeds a limit. */
export function hugeText(what: (typeof HUGE)[number]): string {
  switch (what) {
    case 'text':
      return `{"name":"${'x'.repeat(1_000_000)}","symbol":"X","timeframe":"1m"}`;
    case 'rows':
      return `{"trades":[${'{},'.repeat(20_000)}{}]}`;
    case 'keys':
      return `{${Array.from({ length: 20_000 }, (_, i) => `"k${i}":1`).join(',')}}`;
    case 'levels':
      return `{"trades":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    case 'objects':
      return `{"trades":[${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}]}`;
    case 'digits':
      return `{"name":"n","initialBalance":1${'0'.repeat(500_000)}.${'3'.repeat(500_000)}}`;
    case 'long key':
      return `{"${'k'.repeat(1_000_000)}":1}`;
    case 'at the limit':
      return PROJECT.padEnd(LIMIT);
    case 'beyond the limit':
      return PROJECT.padEnd(LIMIT + 1);
  }
}
