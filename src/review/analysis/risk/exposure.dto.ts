import { measureFields } from '../measure-fields.js';
import { EXPOSURE_DEFINITIONS } from './curve-definitions.js';

export class ExposureDto extends measureFields(EXPOSURE_DEFINITIONS) {}
