import { open } from 'node:fs/promises';
import { abortWith } from '../../../shared/concurrency/abort-with.js';
import { bodyOf } from '../../../shared/text/body-of.js';
import { readText } from '../../../shared/text/read-text.js';
import type { KeySetSource } from '../../config/token-settings.js';

/** Maximum length of a key set. A key has at most about 1 KB. */
const MAX_BYTES = 256 * 1024;

const TIMEOUT_MS = 5_000;

const tooLong = () => new Error(`it has more than ${MAX_BYTES} bytes`);

/**
 * Returns the text of a key set.
 * @param closing aborts a request when the service shuts down
 * @throws Error if the key set cannot be read within the timeout, or is too long
 */
export const loadKeySet = (
  source: KeySetSource,
  closing: AbortSignal,
  timeoutMs = TIMEOUT_MS,
): Promise<string> => ('url' in source ? fetchText(source.url, closing, timeoutMs) : textIn(source.file));

async function fetchText(url: string, closing: AbortSignal, timeoutMs: number): Promise<string> {
  const timeout = new Error(`no whole answer within ${timeoutMs / 1000} s`);
  const controller = new AbortController();
  const { signal } = controller;
  const timer = setTimeout(() => controller.abort(timeout), timeoutMs);
  const unlink = abortWith(controller, closing);
  try {
    // A redirect could lead to an address that the settings do not allow.
    const response = await fetch(url, { redirect: 'error', signal });
    if (response.ok) return await readText(bodyOf(response, signal), MAX_BYTES, tooLong);
    await response.body?.cancel();
    throw new Error(`the answer is ${response.status}`);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const { cause } = error as Error;
    throw cause instanceof Error ? cause : error;
  } finally {
    clearTimeout(timer);
    unlink();
  }
}

async function textIn(file: string): Promise<string> {
  const handle = await open(file);
  try {
    return await readText(handle.createReadStream({ autoClose: false }), MAX_BYTES, tooLong);
  } finally {
    await handle.close();
  }
}
