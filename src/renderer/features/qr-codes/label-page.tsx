import { makeStyles } from '@fluentui/react-components';
import { memo } from 'react';
import { layOutLabel, type LabelPaper, type PlacedLabel } from '#domain/label-papers.ts';
import { qrPath } from '#renderer/ui/qr-code.tsx';

const useStyles = makeStyles({
  page: { display: 'block', backgroundColor: '#fff' },
  code: { fontFamily: "'DejaVu Sans Mono', monospace", fontWeight: 700 },
  order: { fontFamily: "'DejaVu Sans Mono', monospace" },
});

/** The quiet zone around a code, in modules (ISO/IEC 18004). */
const QUIET = 4;
/** Dots per millimetre of the coarsest label printers (203 dpi): modules of whole dots are equally wide. */
const DOTS = 8;
const inDots = (millimetres: number, round: (dots: number) => number) => round(millimetres * DOTS) / DOTS;

type LabelSubject = { qr_code: string; order: string };

/** Splits an order's number for narrow labels: `PO-MNL-01` and `000123`. */
function parted(number: string): [string, string] {
  const end = number.lastIndexOf('-');
  return end < 0 ? ['', number] : [number.slice(0, end), number.slice(end + 1)];
}

const Label = memo(function Label({ subject, label }: { subject: LabelSubject; label: LabelPaper['label'] }) {
  const styles = useStyles();
  const { code, textArea } = layOutLabel(label);
  const { size, path } = qrPath(subject.qr_code);
  const module = inDots(code.side / (size + 2 * QUIET), Math.floor);
  // The remainder becomes a wider quiet zone.
  const [x, y] = [code.x, code.y].map((edge) => inDots(edge + (code.side - size * module) / 2, Math.round));
  const anchor = textArea.isCentred ? ('middle' as const) : ('start' as const);
  const order = textArea.isCentred ? [subject.order] : parted(subject.order);
  // Letters take three quarters of a line's height; the rest is spacing.
  const line = (place: number) => textArea.y + (place + 0.75) * textArea.line;
  return (
    <>
      <path d={path} shapeRendering="crispEdges" transform={`translate(${x} ${y}) scale(${module})`} />
      <text className={styles.code} x={textArea.x} y={line(0)} fontSize={textArea.line} textAnchor={anchor}>
        {subject.qr_code}
      </text>
      {order.map((text, place) => (
        <text
          key={text}
          className={styles.order}
          x={textArea.x}
          y={line(place + 1)}
          fontSize={textArea.line * 0.8}
          textAnchor={anchor}
        >
          {text}
        </text>
      ))}
    </>
  );
});

type LabelPageProps = {
  paper: LabelPaper;
  labels: readonly PlacedLabel<LabelSubject>[];
  /** Draws the labels' edges, which are not printed. */
  outlined?: boolean;
  className?: string;
};

/** Draws a page of labels in millimetres, for both preview and print. */
export function LabelPage({ paper, labels, outlined = false, className }: LabelPageProps) {
  const styles = useStyles();
  const { width, height } = paper.page;
  return (
    <svg
      aria-hidden="true"
      className={className ?? styles.page}
      viewBox={`0 0 ${width} ${height}`}
      style={{ width: `${width}mm`, height: `${height}mm` }}
    >
      {labels.map(({ subject, x, y }) => (
        <g key={subject.qr_code} transform={`translate(${x} ${y})`}>
          {outlined ? (
            <rect
              width={paper.label.width}
              height={paper.label.height}
              rx={1.5}
              fill="none"
              stroke="#C6CECE"
              strokeWidth={0.25}
              strokeDasharray="1 1"
            />
          ) : null}
          <Label subject={subject} label={paper.label} />
        </g>
      ))}
    </svg>
  );
}
