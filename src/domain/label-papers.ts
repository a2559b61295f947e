/** A paper that labels are printed on; all measures are millimetres. */
export type LabelPaper = {
  id: string;
  /** What it is called where it is sold. */
  name: string;
  page: { width: number; height: number };
  label: { width: number; height: number };
  columns: number;
  rows: number;
  /** Where the first label begins. */
  left: number;
  top: number;
  /** From where one label begins to where the next one does. */
  across: number;
  down: number;
};

const A4 = { width: 210, height: 297 };

/** A sheet whose labels stand in the middle of it. */
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

/** Sheets by the measures of Avery L7169, L7159 and L7651, which most makers sell; and rolls of label printers. */
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

/** How many labels a page of a paper has. */
export const labelsOnPage = ({ columns, rows }: LabelPaper): number => columns * rows;

/** The most that a code is wide on paper: large ones are scanned no better. */
const CODE_MAX = 60;
/** Around a code, and between it and its words: the white that scanners need is four modules of it, whatever is beside. */
const PADDING = 1.5;
/** Of a label that is taller than this by its width, the words stand below the code. */
const TALL = 0.7;
/** Of what is printed below a code, by the height of its letters. */
const WORDS = { height: 3.2, lines: 2 };

/** A label on its page, what is on it, and where its code stands, in millimetres from the page's upper left corner. */
export type PlacedLabel<T> = {
  subject: T;
  x: number;
  y: number;
  /** The code's upper left corner within the label, and its side, the white around it included. */
  code: { x: number; y: number; side: number };
  isTall: boolean;
};

/** Where the code of a label stands: at its left, or above the words where it is tall enough for both. */
function codeOn({ width, height }: LabelPaper['label']): Pick<PlacedLabel<never>, 'code' | 'isTall'> {
  const isTall = height / width > TALL;
  const below = isTall ? WORDS.height * WORDS.lines : 0;
  const side = Math.min(CODE_MAX, height - below - 2 * PADDING, width - 2 * PADDING);
  const y = (height - below - side) / 2;
  return { code: { x: isTall ? (width - side) / 2 : PADDING, y, side }, isTall };
}

/**
 * Puts labels on pages of a paper, row by row.
 *
 * @param beginAt the place of the first one, from 1: a sheet of which some were used already begins later
 */
export function placeLabels<T>(subjects: readonly T[], paper: LabelPaper, beginAt = 1): PlacedLabel<T>[][] {
  const onPage = labelsOnPage(paper);
  const pages: PlacedLabel<T>[][] = [];
  subjects.forEach((subject, number) => {
    const place = number + beginAt - 1;
    const [column, row] = [place % paper.columns, Math.floor((place % onPage) / paper.columns)];
    const page = (pages[Math.floor(place / onPage)] ??= []);
    const [x, y] = [paper.left + column * paper.across, paper.top + row * paper.down];
    page.push({ subject, x, y, ...codeOn(paper.label) });
  });
  return pages;
}
