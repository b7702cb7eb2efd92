import type { Response } from 'express';
import { hash } from 'node:crypto';
import type { Bytes } from '../../shared/text/bytes.js';
import { Answer } from './answer.js';
import { sendJson } from './send-json.js';

/** A response with its entity tag: JSON as bytes, or any other response. */
export class TaggedAnswer<Body extends Bytes | Answer> extends Answer {
  /**
   * @param etag null if the body may change without a write
   * @param body null if the client already has the body; the response is then a 304
   */
  constructor(
    readonly etag: string | null,
    readonly body: Body | null,
  ) {
    super();
  }

  sendTo(response: Response): void | Promise<void> {
    if (this.etag !== null) response.setHeader('ETag', this.etag);
    if (this.body instanceof Answer) return this.body.sendTo(response);
    if (this.body) sendJson(response, this.body);
    else response.status(304).end();
  }
}

/** JSON with its entity tag. */
export type TaggedJson = TaggedAnswer<Bytes>;

/** Returns the response for a client that already has the body. */
export const notModified = (etag: string): TaggedAnswer<never> => new TaggedAnswer<never>(etag, null);

/**
 * Returns the entity tag of a response.
 * @param parts everything on which the response depends
 */
export const entityTag = (parts: readonly unknown[]): string =>
  `W/"${hash('sha256', parts.join(' '), 'base64url').slice(0, 27)}"`;

/**
 * Returns whether an If-None-Match header names the tag, or any tag. Express's own check also obeys `Cache-Control:
 * no-cache`, which `fetch` adds to every request that has an If-None-Match header.
 */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined || header === tag) return header === tag;
  const wanted = new Set(['*', tag.replace(/^W\//, '')]);
  return header.split(',').some((entry) => wanted.has(entry.trim().replace(/^W\//, '')));
}
