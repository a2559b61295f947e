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
/** Between what is on a label and its edge: cutters and printers are off by as much. */
const PADDING = 0.5;
/** Of a label that is taller than this by its width, the words stand below the code. */
const TALL = 0.7;
/** Lines of words below a code, and how high each is: by the label, but within what can be read. */
const LINES = 2;
const LINE = { share: 0.07, least: 3.2, most: 8 };
/** Characters of the longest line beside a code, and how wide one is by its height. */
const SIGNS = { count: 10, width: 0.62 };

/** What is on a label, in millimetres from its upper left corner. */
export type LabelLayout = {
  /** Where the code stands, the white around it that scanners need included. */
  code: { x: number; y: number; side: number };
  /** The words: where their lines begin, or their middle where they stand below the code, and how high one is. */
  textArea: { x: number; y: number; line: number; isCentred: boolean };
};

/** Where the code of a label stands: at its left with the words beside it, or above them where there is room for both. */
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
    page.push({ subject, x, y });
  });
  return pages;
}
