import { PartialType } from '@nestjs/swagger';
import { CreateSessionDto } from '../create-session.dto.js';

/** Any fields of a new session. They replace the fields of the original. */
export class SessionOverrides extends PartialType(CreateSessionDto, { skipNullProperties: false }) {
  constructor() {
    super();
    // A field that is not sent has the value of the original, not the default of a new session.
    for (const field of Object.keys(this)) Reflect.deleteProperty(this, field);
  }
}
