import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { axisOf, labelsThatFit } from './chart-axis.ts';
import { palette } from './theme.ts';
import { useWidth } from './use-width.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

const AXIS = 52;
const TOP = 4;
const FOOT = 22;
/** The part of its slot that a bar fills. */
const FILL = 0.84;
const STUB = 2;

const useStyles = makeStyles({
  root: { position: 'relative', minWidth: 0 },
  svg: { display: 'block', overflow: 'visible' },
  text: { fontSize: '12px', fill: palette.text3, fontVariantNumeric: 'tabular-nums' },
  note: {
    fontSize: '14px',
    fill: palette.text3,
    stroke: palette.surface,
    strokeWidth: '8px',
    paintOrder: 'stroke',
  },
  // Outlines the value: wider than its bar, it may overlap a taller neighbour.
  halo: { paintOrder: 'stroke', stroke: palette.surface, strokeWidth: '5px', strokeLinejoin: 'round' },
  strong: { fill: palette.text1, fontWeight: 600 },
  end: { textAnchor: 'end' },
  middle: { textAnchor: 'middle' },
  grid: { stroke: palette.hairline, strokeDasharray: '4 3' },
  base: { stroke: palette.hairline },
  bar: { fill: palette.brandSoft },
  now: { fill: palette.brand },
  none: { fill: palette.hairline },
});

export type Bar = {
  /** Below the bar; empty where there is no room for it. */
  label: string;
  /** The full name for the table when the label is shortened. */
  name?: string;
  value: number;
};

type BarChartProps = {
  bars: readonly Bar[];
  /** Index of the bar that is still growing: drawn dark, with its value above it. */
  current?: number | null;
  /** "Sales by hour today. The most at 2 PM: ₱92,676." */
  summary: string;
  /** Column heads of the table that screen readers get. */
  columns: readonly [string, string];
  formatValue: (value: number) => string;
  formatAxis: (value: number) => string;
  /** Shown over the bare grid while every bar is 0. */
  empty?: string;
  height?: number;
};

/** Bars over time on a quiet grid; screen readers get a summary and a table. */
export function BarChart({ bars, current = null, height = 206, ...rest }: BarChartProps) {
  const { summary, columns, formatValue, formatAxis, empty } = rest;
  const styles = useStyles();
  const [measure, width] = useWidth();
  const isEmpty = bars.every((bar) => bar.value === 0);
  const { top, bottom, ticks } = axisOf(bars.map((bar) => bar.value));
  const plot = height - TOP - FOOT;
  const y = (value: number) => TOP + ((top - value) / (top - bottom)) * plot;
  /** On half pixels, so that a line one pixel wide is sharp. */
  const line = (value: number) => Math.round(y(value)) + 0.5;
  const slot = Math.max(0, width - AXIS) / Math.max(1, bars.length);
  const barWidth = slot * FILL;
  const fits = labelsThatFit(
    bars.map(({ label }) => label),
    slot,
  );
  const left = (index: number) =>
    AXIS + index * ((slot * bars.length - barWidth) / Math.max(1, bars.length - 1));

  return (
    <div ref={measure} className={styles.root}>
      <svg className={styles.svg} width={width} height={height} role="img" aria-label={summary}>
        {ticks.map((value) => (
          <g key={value}>
            <line
              x1={AXIS}
              x2={width}
              y1={line(value)}
              y2={line(value)}
              className={value === 0 ? styles.base : styles.grid}
            />
            {isEmpty && value > 0 ? null : (
              <text x={AXIS - 8} y={y(value) + 4} className={mergeClasses(styles.text, styles.end)}>
                {formatAxis(value)}
              </text>
            )}
          </g>
        ))}
        {bars.map((bar, index) => {
          const tall = Math.max(STUB, Math.abs(y(0) - y(bar.value)));
          const now = index === current;
          const centre = left(index) + barWidth / 2;
          return (
            <g key={index}>
              <rect
                x={left(index)}
                y={bar.value < 0 ? y(0) : y(0) - tall}
                width={barWidth}
                height={tall}
                rx={Math.min(3, tall / 2)}
                className={mergeClasses(styles.bar, now && styles.now, bar.value === 0 && styles.none)}
              />
              {now && bar.value !== 0 ? (
                <text
                  x={centre}
                  y={y(Math.max(0, bar.value)) - 10}
                  className={mergeClasses(styles.text, styles.middle, styles.strong, styles.halo)}
                >
                  {formatValue(bar.value)}
                </text>
              ) : null}
              <text
                x={centre}
                y={height - 2}
                className={mergeClasses(styles.text, styles.middle, now && styles.strong)}
              >
                {fits[index] ? bar.label : null}
              </text>
            </g>
          );
        })}
        {isEmpty && width > 0 ? (
          <text
            x={AXIS + (width - AXIS) / 2}
            y={y(top / 2) + 4}
            className={mergeClasses(styles.note, styles.middle)}
          >
            {empty}
          </text>
        ) : null}
      </svg>
      <VisuallyHidden>
        <table>
          <thead>
            <tr>
              <th scope="col">{columns[0]}</th>
              <th scope="col">{columns[1]}</th>
            </tr>
          </thead>
          <tbody>
            {bars.map((bar, index) => (
              <tr key={index}>
                <th scope="row">{bar.name ?? bar.label}</th>
                <td>{formatValue(bar.value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </div>
  );
}
