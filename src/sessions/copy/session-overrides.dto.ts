import { optionalFields } from '../../shared/fields/optional-fields.js';
import { CreateSessionDto } from '../create-session.dto.js';

/** Any fields of a new session, which replace the fields of the original. */
export class SessionOverrides extends optionalFields(CreateSessionDto) {}
