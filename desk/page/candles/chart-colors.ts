/** The colours of the sheet in the form that a canvas needs. */
export interface ChartColors {
  readonly surface: string;
  readonly grid: string;
  readonly quiet: string;
  readonly up: string;
  readonly down: string;
  readonly accent: string;
}

export function chartColors(): ChartColors {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    surface: token('--surface'),
    grid: token('--grid'),
    quiet: token('--ink-3'),
    up: token('--up'),
    down: token('--down'),
    accent: token('--accent'),
  };
}
