import type { Response } from 'express';
import type { Bytes } from '../../shared/text/bytes.js';
import { Answer } from './answer.js';
import { sendJson } from './send-json.js';

/** A response that is already JSON text. */
export class JsonText extends Answer {
  constructor(readonly bytes: Bytes) {
    super();
  }

  sendTo(response: Response): void {
    sendJson(response, this.bytes);
  }
}
