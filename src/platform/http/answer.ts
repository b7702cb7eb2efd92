import type { Response } from 'express';

/** A result that a handler can return instead of an object. The result itself determines how it is sent. */
export abstract class Answer {
  /** @throws Problem BUSY if clients have too many unread bytes */
  abstract sendTo(response: Response): void | Promise<void>;
}
