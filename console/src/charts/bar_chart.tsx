import { scaleBand, scaleLinear } from 'd3-scale';
import { PlaceAxis, ValueAxis } from './axes';
import { ChartFrame, type ChartProps, type Drawing } from './chart_frame';

const height = 200;
const left = 44;

/** Bars of one or more series, one on the other. */
export function BarChart(props: ChartProps) {
  return <ChartFrame {...props} left={left} draw={(drawing) => <Bars {...props} {...drawing} />} />;
}

function Bars({ places, series, width, at, look }: ChartProps & Drawing) {
  const sums = places.map((_, place) => series.reduce((sum, { values }) => sum + (values[place] ?? 0), 0));
  const x = scaleBand<number>()
    .domain(places.map((_, place) => place))
    .range([left, Math.max(left, width)])
    .padding(0.28);
  const y = scaleLinear()
    .domain([0, Math.max(1, ...sums)])
    .nice(4)
    .range([height - 24, 8]);
  const middle = (place: number) => (x(place) ?? 0) + x.bandwidth() / 2;
  return (
    <svg width={width} height={height} aria-hidden="true">
      <ValueAxis {...{ y, left, width }} />
      <PlaceAxis {...{ places, left, width, height }} x={middle} />
      {places.map((place, index) => {
        let sum = 0;
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: the frame has the keys; this follows the pointer.
          <g key={place} class={index === at ? 'column on' : 'column'} onMouseEnter={() => look(index)}>
            <rect class="hit" x={(x(index) ?? 0) - x.step() * 0.14} width={x.step()} y={0} height={height - 24} />
            {series.map(({ name, tone, values }) => {
              const bottom = y(sum);
              sum += values[index] ?? 0;
              return (
                <rect
                  key={name}
                  class={`bar-part ${tone}`}
                  x={x(index)}
                  width={x.bandwidth()}
                  y={y(sum)}
                  height={bottom - y(sum)}
                  rx={2}
                />
              );
            })}
          </g>
        );
      })}
    </svg>
  );
}
