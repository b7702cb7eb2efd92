import type { Response } from 'express';

/** A result that a handler returns instead of an object. It determines how it is sent. */
export abstract class Answer {
  /** @throws Problem BUSY if clients have too many unread bytes */
  abstract sendTo(response: Response): void | Promise<void>;
}
