/**
 * Returns the parameters of a strategy from the file that freqtrade adds to the zip of a result, such as
 * `result_Strategy.json`. The file groups parameters by their space (`buy`, `sell`, `roi`, `stoploss`, `trailing`). The
 * returned names begin with the space: `buy.rsi`.
 * @returns undefined if the text is not such a file of this strategy
 */
export function freqtradeParameters(
  text: string,
  strategy: string,
): Readonly<Record<string, unknown>> | undefined {
  const file = parsed(text);
  if (!isRecord(file) || file['strategy_name'] !== strategy || !isRecord(file['params'])) return undefined;
  const parameters: Record<string, unknown> = {};
  for (const [space, values] of Object.entries(file['params']))
    if (isRecord(values))
      for (const [name, value] of Object.entries(values))
        if (['number', 'string', 'boolean'].includes(typeof value)) parameters[`${space}.${name}`] = value;
  return parameters;
}

type Fields = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
