/** Stacked bars over time as SVG, with the same numbers as a table for screen readers and on request. */

import { useId } from 'react';
import { Disclosure } from './disclosure.tsx';

export interface Series {
  id: string;
  name: string;
  /** Class that sets `color`. */
  look: string;
}

interface Props {
  /** Names chart and table. */
  caption: string;
  /** Header of the column of the bars' names. */
  ofBars: string;
  /** Label of what opens the table. */
  showTable: string;
  series: readonly Series[];
  bars: readonly { name: string; values: readonly number[] }[];
  format?: (value: number) => string;
}

const HEIGHT = 120;
const STEP = 10;

export function BarChart({ caption, ofBars, showTable, series, bars, format = String }: Props) {
  const id = useId();
  const most = Math.max(1, ...bars.map(({ values }) => values.reduce((sum, value) => sum + value, 0)));
  return (
    <figure aria-labelledby={id} className="flex flex-col gap-3">
      <figcaption id={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 text-lg font-semibold">
        {caption}
        <span className="flex flex-wrap gap-x-4 text-sm font-normal">
          {series.map(({ id: key, name, look }) => (
            <span key={key} className="inline-flex items-center gap-1.5">
              <span aria-hidden="true" className={`size-3 rounded-sm bg-current ${look}`} />
              {name}
            </span>
          ))}
        </span>
      </figcaption>
      <div className="flex gap-2">
        <span aria-hidden="true" className="flex flex-col justify-between text-xs text-muted numerals">
          <span>{format(most)}</span>
          <span>0</span>
        </span>
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-40 w-full min-w-0 border-b border-line"
        >
          {bars.map((bar, index) => {
            let top = HEIGHT;
            return bar.values.map((value, of) => {
              const height = (value / most) * HEIGHT;
              top -= height;
              return (
                <rect
                  key={`${bar.name} ${series[of]?.id}`}
                  x={index * STEP + 1}
                  y={top}
                  width={STEP - 2}
                  height={height}
                  fill="currentColor"
                  className={series[of]?.look}
                />
              );
            });
          })}
        </svg>
      </div>
      <Disclosure look="text" summary={showTable}>
        <table className="w-full text-left text-sm">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr className="text-muted">
              <th scope="col">{ofBars}</th>
              {series.map(({ id: key, name }) => (
                <th key={key} scope="col" className="text-right">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="numerals">
            {bars.map(({ name, values }) => (
              <tr key={name} className="border-t border-line">
                <th scope="row" className="font-normal">
                  {name}
                </th>
                {values.map((value, of) => (
                  <td key={series[of]?.id} className="text-right">
                    {format(value)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Disclosure>
    </figure>
  );
}
