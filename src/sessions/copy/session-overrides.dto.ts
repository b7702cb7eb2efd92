import { PartialType } from '@nestjs/swagger';
import { CreateSessionDto } from '../create-session.dto.js';

/** Any fields of a new session, in place of those of another one. */
export class SessionOverrides extends PartialType(CreateSessionDto, { skipNullProperties: false }) {
  constructor() {
    super();
    // What is not sent is that of the other session, not the default of a new one.
    for (const field of Object.keys(this)) Reflect.deleteProperty(this, field);
  }
}
