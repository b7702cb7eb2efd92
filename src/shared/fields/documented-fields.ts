import { DECORATORS } from '@nestjs/swagger';
import type { ClassConstructor } from 'class-transformer';

/** Returns the names of the fields that a DTO documents with decorators, in their order. */
export function documentedFields<Dto extends object>(type: ClassConstructor<Dto>): (keyof Dto & string)[] {
  const names: string[] = Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES_ARRAY, type.prototype) ?? [];
  return names.map((name) => name.slice(':'.length) as keyof Dto & string);
}

/** Returns a function that maps an entity to its DTO by copying the fields that the DTO documents. */
export function mapperTo<Dto extends object>(type: ClassConstructor<Dto>): (source: Dto) => Dto {
  const fields = documentedFields(type);
  return (source) => {
    const dto: Partial<Dto> = {};
    for (const field of fields) dto[field] = source[field];
    return dto as Dto;
  };
}
