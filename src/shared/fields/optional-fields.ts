import type { Type } from '@nestjs/common';
import { PartialType } from '@nestjs/swagger';

/**
 * Returns a class with the fields of another class, by the same rules. A field that is not sent is undefined, even if
 * the other class has a default for the field.
 */
export function optionalFields<Fields>(type: Type<Fields>): Type<Partial<Fields>> {
  class OptionalFields extends (PartialType(type, { skipNullProperties: false }) as Type<object>) {
    constructor() {
      super();
      for (const field of Object.keys(this)) Reflect.deleteProperty(this, field);
    }
  }
  return OptionalFields;
}
