/** A paper for labels; all measures are millimetres. */
export type LabelPaper = {
  id: string;
  /** The name under which it is sold. */
  name: string;
  page: { width: number; height: number };
  label: { width: number; height: number };
  columns: number;
  rows: number;
  /** The position of the first label. */
  left: number;
  top: number;
  /** The distance from the start of one label to the next. */
  across: number;
  down: number;
};

const A4 = { width: 210, height: 297 };

/** Returns a sheet with its labels centred. */
function sheet(
  id: string,
  name: string,
  {
    columns,
    rows,
    label,
    across = label.width,
  }: Pick<LabelPaper, 'columns' | 'rows' | 'label'> & { across?: number },
): LabelPaper {
  const width = (columns - 1) * across + label.width;
  const down = label.height;
  const [left, top] = [(A4.width - width) / 2, (A4.height - rows * down) / 2];
  return { id, name, page: A4, label, columns, rows, left, top, across, down };
}

const roll = (id: string, width: number, height: number): LabelPaper => ({
  id,
  name: `Roll, ${width} × ${height} mm`,
  page: { width, height },
  label: { width, height },
  columns: 1,
  rows: 1,
  left: 0,
  top: 0,
  across: width,
  down: height,
});

/** Sheets with the measures of Avery L7169, L7159 and L7651, which most makers sell, and rolls of label printers. */
export const labelPapers: readonly LabelPaper[] = [
  sheet('a4_65', 'A4, 65 labels of 38.1 × 21.2 mm', {
    columns: 5,
    rows: 13,
    label: { width: 38.1, height: 21.2 },
    across: 40.6,
  }),
  sheet('a4_24', 'A4, 24 labels of 63.5 × 33.9 mm', {
    columns: 3,
    rows: 8,
    label: { width: 63.5, height: 33.9 },
    across: 66,
  }),
  sheet('a4_4', 'A4, 4 labels of 99.1 × 139 mm', {
    columns: 2,
    rows: 2,
    label: { width: 99.1, height: 139 },
    across: 101.6,
  }),
  roll('roll_40_30', 40, 30),
  roll('roll_50_25', 50, 25),
];

/** Returns the number of labels on a page. */
export const labelsOnPage = ({ columns, rows }: LabelPaper): number => columns * rows;

/** The maximum width of a code on paper: larger ones do not scan better. */
const CODE_MAX = 60;
/** The space to the label's edge: cutters and printers are off by as much. */
const PADDING = 0.5;
/** The ratio of height to width above which the text goes below the code. */
const TALL = 0.7;
/** The lines of text below a code, and their height: a share of the label's, within readable limits. */
const LINES = 2;
const LINE = { share: 0.07, least: 3.2, most: 8 };
/** Characters of the longest line beside a code, and a character's width by its height. */
const SIGNS = { count: 10, width: 0.62 };

/** The layout of a label, in millimetres from its upper left corner. */
type LabelLayout = {
  /** The position of the code, including the white margin that scanners need. */
  code: { x: number; y: number; side: number };
  /** The text: the start of its lines, or their middle below the code, and the height of a line. */
  textArea: { x: number; y: number; line: number; isCentred: boolean };
};

/** Returns the layout of a label: the code beside the text, or above it where there is room for both. */
export function layOutLabel({ width, height }: LabelPaper['label']): LabelLayout {
  if (height / width > TALL) {
    const line = Math.min(LINE.most, Math.max(LINE.least, height * LINE.share));
    const room = height - 2 * PADDING - LINES * line;
    const side = Math.min(CODE_MAX, room, width - 2 * PADDING);
    const y = (height - side - LINES * line) / 2;
    return {
      code: { x: (width - side) / 2, y, side },
      textArea: { x: width / 2, y: y + side, line, isCentred: true },
    };
  }
  const side = Math.min(CODE_MAX, height - 2 * PADDING);
  const x = PADDING + side;
  const line = Math.min(LINE.most, (width - x - PADDING) / SIGNS.count / SIGNS.width);
  return {
    code: { x: PADDING, y: (height - side) / 2, side },
    textArea: { x, y: height / 2 - (3 * line) / 2, line, isCentred: false },
  };
}

/** A label on its page: its upper left corner, in millimetres from the page's. */
export type PlacedLabel<T> = { subject: T; x: number; y: number };

/**
 * Places labels on pages of a paper, row by row.
 *
 * @param beginAt the place of the first one, from 1; higher for a partly used sheet
 */
export function placeLabels<T>(subjects: readonly T[], paper: LabelPaper, beginAt = 1): PlacedLabel<T>[][] {
  const onPage = labelsOnPage(paper);
  const pages: PlacedLabel<T>[][] = [];
  subjects.forEach((subject, number) => {
    const place = number + beginAt - 1;
    const [column, row] = [place % paper.columns, Math.floor((place % onPage) / paper.columns)];
    const page = (pages[Math.floor(place / onPage)] ??= []);
    const [x, y] = [paper.left + column * paper.across, paper.top + row * paper.down];
    page.push({ subject, x, y });
  });
  return pages;
}
