import type { ScaleLinear } from 'd3-scale';
import { shortNumber } from '../texts/format';

/** The grid lines and ticks of a chart; without a format they are whole numbers. */
export const ValueAxis = ({
  y,
  left,
  width,
  format,
}: {
  y: ScaleLinear<number, number>;
  left: number;
  width: number;
  format?: (value: number) => string;
}) => (
  <>
    {(format ? y.ticks(4) : y.ticks(4).filter(Number.isInteger)).map((value) => (
      <g key={value}>
        <line class="grid-line" x1={left} x2={width} y1={y(value)} y2={y(value)} />
        <text class="tick" x={left - 8} y={y(value) + 4} text-anchor="end">
          {(format ?? shortNumber)(value)}
        </text>
      </g>
    ))}
  </>
);

/** The maximum width of a tick label in pixels. */
const widthOf = (name: string) => name.length * 7;
const between = 12;

/** As many labels as fit; the last one ends at the chart's edge. */
export function PlaceAxis({
  places,
  x,
  left,
  width,
  height,
}: {
  places: string[];
  x: (place: number) => number;
  left: number;
  width: number;
  height: number;
}) {
  const widest = Math.max(0, ...places.map(widthOf));
  const step = Math.max(1, Math.ceil((places.length * (widest + between)) / Math.max(width - left, widest)));
  return (
    <>
      {places.map((place, index) => {
        if (index % step !== 0) return null;
        const isAtEnd = x(index) + widthOf(place) / 2 > width;
        return (
          <text
            class="tick"
            key={place}
            x={isAtEnd ? width : x(index)}
            y={height - 4}
            text-anchor={isAtEnd ? 'end' : 'middle'}
          >
            {place}
          </text>
        );
      })}
    </>
  );
}
