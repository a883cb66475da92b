import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { useTexts } from '../texts/use_texts';
import { Button } from '../ui/button';
import { useWidth } from './use_width';

export type SeriesTone = 'accent' | 'warm' | 'bad' | 'quiet';

export interface Series {
  name: string;
  tone: SeriesTone;
  /** One for each place; `null`: nothing was measured. */
  values: (number | null)[];
}

/** What every chart of series over places needs. */
export interface ChartProps {
  title: string;
  /** The chart's summary in a sentence. */
  summary: string;
  /** What the places are: "Day". */
  axis: string;
  /** The names of the places, from left to right. */
  places: string[];
  series: Series[];
  format: (value: number) => string;
  /** The page behind a place; Enter and a click go there. */
  onOpen?: (place: number) => void;
}

export interface Drawing {
  width: number;
  /** The place that is looked at. */
  at: number | undefined;
  look: (place: number) => void;
}

interface FrameProps extends ChartProps {
  /** How wide the drawing's left margin is, for the tip. */
  left: number;
  draw: (drawing: Drawing) => ComponentChildren;
}

/** An accessible chart: a drawing, arrow keys through its places, and the same numbers as a table. */
export function ChartFrame({ title, summary, axis, places, series, format, onOpen, left, draw }: FrameProps) {
  const { common } = useTexts();
  const id = useId();
  const [box, width] = useWidth();
  const [at, setAt] = useState<number>();
  const [asTable, setAsTable] = useState(false);
  const press = (event: KeyboardEvent) => {
    const last = places.length - 1;
    const next = {
      ArrowRight: Math.min(last, (at ?? -1) + 1),
      ArrowLeft: Math.max(0, (at ?? places.length) - 1),
      Home: 0,
      End: last,
    }[event.key];
    if (event.key === 'Enter' && at !== undefined) onOpen?.(at);
    else if (event.key === 'Escape') setAt(undefined);
    else if (next !== undefined) setAt(next);
    else return;
    event.preventDefault();
  };
  const told = (value: number | null | undefined) =>
    value === null || value === undefined ? common.nothing : format(value);
  const isRight = at !== undefined && at > places.length / 2;
  return (
    <figure class="card chart">
      <figcaption>
        <h2 id={id}>{title}</h2>
        <p class="quiet-text">{summary}</p>
        <Button kind="quiet" small onClick={() => setAsTable(!asTable)}>
          {asTable ? common.as_chart : common.as_table}
        </Button>
      </figcaption>
      {asTable ? (
        <ChartTable {...{ title, axis, places, series, told }} />
      ) : (
        <>
          <div
            ref={box}
            class="plot"
            role="group"
            aria-labelledby={id}
            tabIndex={0}
            onKeyDown={press}
            onBlur={() => setAt(undefined)}
            onMouseLeave={() => setAt(undefined)}
            onClick={() => at !== undefined && onOpen?.(at)}
          >
            {draw({ width, at, look: setAt })}
            <output class="plot-tip" data-side={isRight ? 'left' : 'right'} style={{ '--left': `${left}px` }}>
              {at !== undefined && (
                <>
                  <strong>{places[at]}</strong>
                  {series.map((one) => (
                    <span key={one.name}>
                      <i class={`dot ${one.tone}`} />
                      {one.name}: {told(one.values[at])}
                    </span>
                  ))}
                </>
              )}
            </output>
          </div>
          {series.length > 1 && (
            <ul class="legend">
              {series.map(({ name, tone }) => (
                <li key={name}>
                  <i class={`dot ${tone}`} />
                  {name}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </figure>
  );
}

type TableProps = Pick<ChartProps, 'title' | 'axis' | 'places' | 'series'> & {
  told: (value: number | null | undefined) => string;
};

const ChartTable = ({ title, axis, places, series, told }: TableProps) => (
  <div class="chart-table">
    <table>
      <caption class="unseen">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{axis}</th>
          {series.map(({ name }) => (
            <th scope="col" key={name}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {places.map((place, index) => (
          <tr key={place}>
            <th scope="row">{place}</th>
            {series.map(({ name, values }) => (
              <td key={name}>{told(values[index])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
