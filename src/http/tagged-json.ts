import type { Response } from 'express';
import { hash } from 'node:crypto';
import type { Bytes } from '../text/bytes.js';
import { sendJson } from './send-json.js';
import { type Client, unlessGone } from './unless-gone.js';

/** JSON with its entity tag. */
export interface TaggedJson {
  /** null if the body may change without a write. */
  readonly etag: string | null;
  /** null if the client already has it. */
  readonly body: Bytes | null;
}

/** An entity tag of everything that an answer depends on. */
export const entityTag = (parts: readonly unknown[]): string =>
  `W/"${hash('sha256', parts.join(' '), 'base64url').slice(0, 27)}"`;

/** Sends the result of the work, or 304. */
export async function sendTagged(
  response: Response,
  work: (client: Client) => Promise<TaggedJson>,
): Promise<void> {
  const answer = await unlessGone(response, work);
  if (!answer) return;
  response.setHeader('Cache-Control', 'private, no-cache');
  if (answer.etag !== null) response.setHeader('ETag', answer.etag);
  if (answer.body) sendJson(response, answer.body);
  else response.status(304).end();
}

/**
 * Whether an If-None-Match header names the tag, or any. Express's own check also obeys `Cache-Control: no-cache`, which
 * `fetch` adds by itself to every request with such a header.
 */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined || header === tag) return header === tag;
  const wanted = new Set(['*', tag.replace(/^W\//, '')]);
  return header.split(',').some((entry) => wanted.has(entry.trim().replace(/^W\//, '')));
}
