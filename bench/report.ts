/** What every part of the benchmark hands back, and the one table they make. */
export interface Figure {
  what: string;
  value: string;
  budget?: string;
  /** Against a reference of the same run: holds on other machines, where the value does not. */
  ratio?: number;
  isOk?: boolean;
}

export interface Part {
  name: string;
  run: () => Promise<Figure[]>;
}

export function tableOf(figures: Figure[]): string {
  const rows = figures.map(({ what, value, budget = '', ratio, isOk }) => [
    what,
    value,
    ratio === undefined ? '' : ratio.toFixed(2),
    budget,
    isOk === undefined ? '' : isOk ? 'ok' : 'SHORT',
  ]);
  const all = [['what', 'value', 'ratio', 'budget', ''], ...rows];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: number[]) => quantile(values, 0.5);
export const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
