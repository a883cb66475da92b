import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import { PlaceAxis, ValueAxis } from './axes';
import { ChartFrame, type ChartProps, type Drawing } from './chart_frame';

const height = 160;
const left = 56;

/** Lines; the first one is filled. A place without a value is a gap. */
export function LineChart(props: ChartProps) {
  return <ChartFrame {...props} left={left} draw={(drawing) => <Lines {...props} {...drawing} />} />;
}

function Lines({ places, series, format, width, at, look }: ChartProps & Drawing) {
  const all = series.flatMap(({ values }) => values.filter((value) => value !== null));
  const x = scaleLinear()
    .domain([0, Math.max(1, places.length - 1)])
    .range([left + 8, Math.max(left + 8, width - 16)]);
  const y = scaleLinear()
    .domain([0, Math.max(...all, 1)])
    .nice(3)
    .range([height - 24, 8]);
  const isMeasured = (value: number | null) => value !== null;
  const path = line<number | null>(
    (_, place) => x(place),
    (value) => y(value ?? 0),
  ).defined(isMeasured);
  const fill = area<number | null>(
    (_, place) => x(place),
    y(0),
    (value) => y(value ?? 0),
  ).defined(isMeasured);
  const step = Math.max(0, width - left) / Math.max(1, places.length);
  // Without neighbours there is no line to see.
  const isAlone = (values: (number | null)[], place: number) =>
    values[place] != null && values[place - 1] == null && values[place + 1] == null;
  return (
    <svg width={width} height={height} aria-hidden="true">
      <ValueAxis {...{ y, left, width, format }} />
      <PlaceAxis {...{ places, left, width, height, x }} />
      {at !== undefined && <line class="cursor" x1={x(at)} x2={x(at)} y1={8} y2={height - 24} />}
      {series.map(({ name, tone, values }, index) => (
        <g key={name}>
          {index === 0 && <path class={`area ${tone}`} d={fill(values) ?? ''} />}
          <path class={`line ${tone}`} d={path(values) ?? ''} />
          {values.map(
            (value, place) =>
              isAlone(values, place) && (
                <circle key={places[place]} class={`point ${tone}`} cx={x(place)} cy={y(value ?? 0)} r={3} />
              ),
          )}
          {at !== undefined && values[at] != null && (
            <circle class={`point ${tone}`} cx={x(at)} cy={y(values[at])} r={4} />
          )}
        </g>
      ))}
      {places.map((place, index) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the frame has the keys; this follows the pointer.
        <rect
          key={place}
          class="hit"
          x={x(index) - step / 2}
          width={step}
          y={0}
          height={height - 24}
          onMouseEnter={() => look(index)}
        />
      ))}
    </svg>
  );
}
