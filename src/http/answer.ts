import type { Response } from 'express';

/** An answer that a handler returns in place of an object, and that is sent in a way of its own. */
export abstract class Answer {
  /** @throws Problem BUSY when clients have too much left to read */
  abstract sendTo(response: Response): void | Promise<void>;
}
