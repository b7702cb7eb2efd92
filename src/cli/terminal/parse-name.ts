import { InvalidArgumentError } from 'commander';
import { NAME_PATTERN } from '../../platform/config/configured-keys.js';

/** Parses an argument that names a workspace or a key. */
export function parseName(text: string): string {
  if (!NAME_PATTERN.test(text))
    throw new InvalidArgumentError('It may contain only letters, digits, ".", "_" and "-".');
  return text;
}
