import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useId } from 'react';
import { axisOf, labelsThatFit, valueLabels } from './chart-axis.ts';
import { palette } from './theme.ts';
import { useWidth } from './use-width.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

const AXIS = 52;
const TOP = 4;
/** Room below the bars for one line of labels, or two. */
const [FOOT, TWO_LINES] = [22, 38];
/** The part of its slot that a bar fills. */
const FILL = 0.84;
const STUB = 2;
/** Pixels between two lines of the grid, below which their figures would touch. */
const GRID = 24;
const HATCH = 6;

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
  // Outlines the value: wider than its bar, it may stand on a line of the grid.
  halo: { paintOrder: 'stroke', stroke: palette.surface, strokeWidth: '5px', strokeLinejoin: 'round' },
  strong: { fill: palette.text1, fontWeight: 600 },
  end: { textAnchor: 'end' },
  middle: { textAnchor: 'middle' },
  start: { textAnchor: 'start' },
  grid: { stroke: palette.hairline, strokeDasharray: '4 3' },
  base: { stroke: palette.hairline },
  bar: { fill: palette.brandSoft },
  now: { fill: palette.brand },
  none: { fill: palette.hairline },
  partial: { fill: palette.brandFill },
  hatch: { stroke: palette.brandSoft, strokeWidth: '3px' },
  /** A mark with a light edge, which stands out on a bar. */
  markEdge: { stroke: palette.surface, strokeWidth: '4px' },
  mark: { stroke: palette.text1, strokeWidth: '2px' },
});

export type Bar = {
  /** Below the bar, where there is room for it. */
  label: string;
  /** A second line below the label; every bar of a chart has one, or none. */
  line?: string;
  /** The full name for the table when the label is shortened. */
  name?: string;
  value: number;
  /** The figure that it is compared with, drawn as a mark across the bar. */
  before?: number | undefined;
  /** True for a bar that is not complete: it is hatched. */
  isPartial?: boolean;
};

type BarChartProps = {
  bars: readonly Bar[];
  /** Index of the bar that stands out: drawn dark. Its value is above it, as that of the highest bar is. */
  current?: number | null;
  /** "Sales by hour today. The most at 2 PM: ₱92,676." */
  summary: string;
  /** Column heads of the table that screen readers get; the third one is that of `before`. */
  columns: readonly [string, string, string?];
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
  const hatch = useId();
  const [measure, width] = useWidth();
  const values = bars.flatMap(({ value, before }) => (before === undefined ? [value] : [value, before]));
  const isEmpty = values.every((value) => value === 0);
  const isTwoLines = bars.some(({ line }) => line !== undefined);
  const plot = height - TOP - (isTwoLines ? TWO_LINES : FOOT);
  const { top, bottom, ticks } = axisOf(values, Math.min(4, Math.max(2, Math.floor(plot / GRID))));
  const y = (value: number) => TOP + ((top - value) / (top - bottom)) * plot;
  /** On half pixels, so that a line one pixel wide is sharp. */
  const line = (value: number) => Math.round(y(value)) + 0.5;
  const slot = Math.max(0, width - AXIS) / Math.max(1, bars.length);
  const barWidth = slot * FILL;
  const fits = labelsThatFit(
    bars.map(({ label, line: second = '' }) => (second.length > label.length ? second : label)),
    slot,
    current,
  );
  const left = (index: number) =>
    AXIS + index * ((slot * bars.length - barWidth) / Math.max(1, bars.length - 1));
  const drawn = bars.map(({ value, before = 0 }, index) => ({
    value,
    left: left(index),
    width: barWidth,
    top: y(Math.max(0, value, before)),
    text: formatValue(value),
  }));

  return (
    <div ref={measure} className={styles.root}>
      <svg className={styles.svg} width={width} height={height} role="img" aria-label={summary}>
        <defs>
          <pattern
            id={hatch}
            width={HATCH}
            height={HATCH}
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width={HATCH} height={HATCH} className={styles.partial} />
            <line x1={0} x2={0} y1={0} y2={HATCH} className={styles.hatch} />
          </pattern>
        </defs>
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
          const label = mergeClasses(styles.text, styles.middle, now && styles.strong);
          const mark = bar.before
            ? { x1: left(index) - 3, x2: left(index) + barWidth + 3, y1: y(bar.before), y2: y(bar.before) }
            : null;
          return (
            <g key={index}>
              <rect
                x={left(index)}
                y={bar.value < 0 ? y(0) : y(0) - tall}
                width={barWidth}
                height={tall}
                rx={Math.min(3, tall / 2)}
                className={mergeClasses(styles.bar, now && styles.now, bar.value === 0 && styles.none)}
                style={bar.isPartial && bar.value !== 0 ? { fill: `url(#${CSS.escape(hatch)})` } : undefined}
              />
              {mark ? <line {...mark} className={styles.markEdge} /> : null}
              {mark ? <line {...mark} className={styles.mark} /> : null}
              {fits[index] ? (
                <text x={centre} y={height - (isTwoLines ? 18 : 2)} className={label}>
                  {bar.label}
                </text>
              ) : null}
              {fits[index] && bar.line ? (
                <text x={centre} y={height - 2} className={label}>
                  {bar.line}
                </text>
              ) : null}
            </g>
          );
        })}
        {valueLabels(drawn, current, AXIS, width).map(({ index, anchor, x, y: base }) => (
          <text
            key={index}
            x={x}
            y={base}
            className={mergeClasses(
              styles.text,
              styles[anchor],
              index === current && styles.strong,
              styles.halo,
            )}
          >
            {drawn[index]?.text}
          </text>
        ))}
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
              {columns.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map((bar, index) => (
              <tr key={index}>
                <th scope="row">{bar.name ?? bar.label}</th>
                <td>{formatValue(bar.value)}</td>
                {columns[2] === undefined ? null : <td>{formatValue(bar.before ?? 0)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </div>
  );
}
