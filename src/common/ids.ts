import { v7, validate } from 'uuid';

/** A new id: UUIDv7, ascending within this process also inside one millisecond. */
export const newId = (): string => v7();

/** Whether a text can be an id at all; what cannot is answered like an unknown one. */
export const isId = (text: string): boolean => validate(text);
