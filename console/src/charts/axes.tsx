import type { ScaleLinear } from 'd3-scale';
import { shortNumber } from '../texts/format';

/** The lines and numbers behind a drawing. */
export const ValueAxis = ({
  y,
  left,
  width,
  format = shortNumber,
}: {
  y: ScaleLinear<number, number>;
  left: number;
  width: number;
  format?: (value: number) => string;
}) => (
  <>
    {y.ticks(4).map((value) => (
      <g key={value}>
        <line class="grid-line" x1={left} x2={width} y1={y(value)} y2={y(value)} />
        <text class="tick" x={left - 8} y={y(value) + 4} text-anchor="end">
          {format(value)}
        </text>
      </g>
    ))}
  </>
);

/** As many names of places as there is room for. */
export function PlaceAxis({
  places,
  x,
  width,
  height,
}: {
  places: string[];
  x: (place: number) => number;
  width: number;
  height: number;
}) {
  const step = Math.max(1, Math.ceil((places.length * 64) / Math.max(width, 64)));
  return (
    <>
      {places.map(
        (place, index) =>
          index % step === 0 && (
            <text class="tick" key={place} x={x(index)} y={height - 4} text-anchor="middle">
              {place}
            </text>
          ),
      )}
    </>
  );
}
