import { expect, it } from 'vitest';
import { labelPapers, labelsOnPage, layOutLabel, placeLabels } from './label-papers.ts';

it.each(labelPapers)('the labels of $name stand within their page and beside each other', (paper) => {
  const count = labelsOnPage(paper);
  const pages = placeLabels(
    Array.from({ length: count + 1 }, (_, number) => number),
    paper,
  );
  expect(pages.map(({ length }) => length)).toEqual([count, 1]);
  const [first = []] = pages;
  for (const { x, y } of first) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(x + paper.label.width).toBeLessThanOrEqual(paper.page.width + 0.001);
    expect(y + paper.label.height).toBeLessThanOrEqual(paper.page.height + 0.001);
  }
  expect(paper.across).toBeGreaterThanOrEqual(paper.label.width);
  expect(paper.down).toBeGreaterThanOrEqual(paper.label.height);
});

it('sheets have the margins that are printed on their boxes', () => {
  const margins = labelPapers
    .filter(({ id }) => id.startsWith('a4'))
    .map(({ id, left, top }) => [id, Number(left.toFixed(2)), Number(top.toFixed(2))]);
  expect(margins).toEqual([
    ['a4_65', 4.75, 10.7],
    ['a4_24', 7.25, 12.9],
    ['a4_4', 4.65, 9.5],
  ]);
});

it('a sheet of which some labels were used begins behind them', () => {
  const paper = labelPapers.find(({ id }) => id === 'a4_24');
  if (!paper) throw new Error('There is no sheet of 24');
  const [first = [], second = []] = placeLabels(['A', 'B', 'C'], paper, 23);
  expect(first.map(({ subject }) => subject)).toEqual(['A', 'B']);
  expect(second.map(({ subject }) => subject)).toEqual(['C']);
  expect(first[0]).toMatchObject({ x: paper.left + paper.across, y: paper.top + 7 * paper.down });
  expect(second[0]).toMatchObject({ x: paper.left, y: paper.top });
});

it.each(labelPapers)('a code and its words have room on a label of $name', ({ label }) => {
  const { code, textArea } = layOutLabel(label);
  expect(code.x).toBeGreaterThanOrEqual(0);
  expect(code.y).toBeGreaterThanOrEqual(0);
  expect(code.x + code.side).toBeLessThanOrEqual(label.width);
  // With four modules of margin on either side of its 21, wide enough for printers and scanners of 203 dpi.
  expect(code.side / 29).toBeGreaterThan(0.6);
  const lines = textArea.isCentred ? 2 : 3;
  expect(textArea.y + lines * textArea.line).toBeLessThanOrEqual(label.height);
  const room = textArea.isCentred ? label.width : label.width - textArea.x;
  // Eight characters of a code, and ten of an order's number.
  expect(10 * 0.6 * textArea.line).toBeLessThanOrEqual(room);
  expect(textArea.line).toBeGreaterThan(2);
  const isBelow = textArea.y >= code.y + code.side;
  const isBeside = textArea.x >= code.x + code.side;
  expect(textArea.isCentred ? isBelow : isBeside).toBe(true);
});
