type Value = number | string | boolean;

/** Returns the conditions, but replaces all conditions on the parameter by one: the parameter equals this value. */
export function withParameter(where: string, name: string, value: Value): string {
  const others = conditionsIn(where).filter((condition) => !isOnParameter(condition, name));
  return [...others, `parameters.${name}=${JSON.stringify(value)}`].join(',');
}

const isOnParameter = (condition: string, name: string): boolean =>
  condition.startsWith(`parameters.${name}`) && /^[<>=!]/.test(condition.slice(`parameters.${name}`.length));

/** Splits conditions at the commas that are not part of a JSON text. */
function conditionsIn(where: string): string[] {
  const conditions: string[] = [];
  let start = 0;
  let isText = false;
  for (let at = 0; at < where.length; at += 1) {
    if (isText && where[at] === '\\') at += 1;
    else if (where[at] === '"') isText = !isText;
    else if (where[at] === ',' && !isText) {
      conditions.push(where.slice(start, at));
      start = at + 1;
    }
  }
  return [...conditions, where.slice(start)].filter((condition) => condition !== '');
}
