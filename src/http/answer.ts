import type { Response } from 'express';

/** An answer that a handler returns instead of an object, and that determines how it is sent. */
export abstract class Answer {
  /** @throws Problem BUSY if clients have too many unread bytes */
  abstract sendTo(response: Response): void | Promise<void>;
}
