/**
 * Returns the number of random examples of a property: a third of `all`, or all with `EVERY_PROPERTY_RUN=1`, as in
 * `.ci/full`. Each run has other examples.
 */
export const propertyRuns = (all: number): number =>
  process.env['EVERY_PROPERTY_RUN'] ? all : Math.ceil(all / 3);

/** Returns every third of these cases, or all with `EVERY_PROPERTY_RUN=1`. */
export const propertyCases = <T>(all: readonly T[]): readonly T[] =>
  process.env['EVERY_PROPERTY_RUN'] ? all : all.filter((_, i) => i % 3 === 0);
