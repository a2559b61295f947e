import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useId } from 'react';
import type { OpenReceipt } from '#contract/purchase-orders.ts';
import { remainingTexts } from '#domain/receiving.ts';
import { Card } from '#renderer/ui/card.tsx';
import { Spread } from '#renderer/ui/layout.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { focusRing, palette, sizes, tabular, type } from '#renderer/ui/theme.ts';
import { CountField } from './count-field.tsx';
import { LineFields } from './line-fields.tsx';
import { lineName } from './placing.ts';
import {
  choicesOf,
  countOf,
  isCountedAsOther,
  isCountedWithoutNumbers,
  roomOf,
  type Line,
  type LineChoices,
  type ReceiptDraft,
} from './receipt-draft.ts';
import { Bar } from './receipt-progress.tsx';

const useStyles = makeStyles({
  /** Takes the page's height at most: the lines scroll, the button stays in sight. */
  card: {
    flexShrink: 1,
    minHeight: '120px',
    '& > div:last-child': { display: 'flex', flexDirection: 'column', minHeight: 0 },
  },
  list: { margin: 0, padding: 0, listStyleType: 'none', minHeight: 0, overflowY: 'auto' },
  line: { borderBottom: `1px solid ${palette.rowLine}` },
  chosen: { backgroundColor: palette.brandFill, boxShadow: `inset 3px 0 0 ${palette.brand}` },
  head: { display: 'flex', alignItems: 'center', gap: '12px', padding: `12px ${sizes.cardSide}` },
  choose: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'stretch',
    gap: '4px',
    flexGrow: 1,
    minWidth: 0,
    padding: 0,
    border: 'none',
    borderRadius: '4px',
    backgroundColor: 'transparent',
    color: palette.text1,
    fontFamily: 'inherit',
    textAlign: 'left',
    cursor: 'pointer',
    ':focus-visible': focusRing,
    ':disabled': { cursor: 'default', color: palette.text3 },
  },
  name: { ...type.bodyStrong, minWidth: 0, overflowWrap: 'anywhere' },
  count: { ...type.label, ...tabular, flexShrink: 0, color: palette.text2 },
  problem: { ...type.meta, margin: 0, padding: `0 ${sizes.cardSide} 12px`, color: palette.danger },
});

type LinesCardProps = {
  lines: readonly Line[];
  draft: ReceiptDraft;
  /** The line being scanned. */
  itemId: number | null;
  problems: ReadonlyMap<number, string>;
  /** What others have scanned of the order. */
  others: readonly OpenReceipt[];
  mayPrice: boolean;
  onChoose: (itemId: number) => void;
  onChange: (line: Line, changes: Partial<LineChoices>) => void;
  /** Takes a code that was scanned into a count. */
  onCode: (code: string) => void;
};

/** Returns the error if more units are received than remain; shown before sending. */
const tooMany = (draft: ReceiptDraft, line: Line): string | null =>
  roomOf(draft, line) < 0 ? remainingTexts(line.remaining).onlyOfItem : null;

/** Returns the error of a line; null if there is none. */
function problemOf(draft: ReceiptDraft, line: Line): string | null {
  const { typed } = choicesOf(draft, line);
  if (typed !== undefined) {
    return /^\d{5,}$/.test(typed.trim())
      ? 'This is a code, not a count: press Enter to take it'
      : 'Type a whole number';
  }
  if (isCountedAsOther(draft, line)) {
    return `This item was changed to ${lineName(line)} since it was counted. Set it to 0, and count it again`;
  }
  if (isCountedWithoutNumbers(draft, line)) {
    return 'Its units need a number. Set this to 0, and scan them';
  }
  return tooMany(draft, line);
}

/** `Ana scanned 6`, for each of the others. */
const othersText = (others: readonly OpenReceipt[], { itemId }: Line): string[] =>
  others.flatMap(({ by, items }) =>
    items
      .filter((item) => item.supplier_transaction_item_id === itemId)
      .map(({ quantity }) => `${by.name} scanned ${quantity}`),
  );

/** The lines of the order with their counts; one is chosen by click or by its barcode. */
export function LinesCard({
  lines,
  draft,
  itemId,
  problems,
  others,
  mayPrice,
  onChoose,
  onChange,
  onCode,
}: LinesCardProps) {
  const styles = useStyles();
  const id = useId();
  return (
    <Card title="Items of the order" flush compact className={styles.card}>
      <ul className={styles.list} tabIndex={0} aria-label="Items of the order">
        {lines.map((line) => {
          const count = countOf(draft, line);
          const total = Math.max(0, count + roomOf(draft, line));
          const choices = choicesOf(draft, line);
          const isChosen = line.itemId === itemId;
          const problem = problemOf(draft, line) ?? problems.get(line.itemId);
          return (
            <li key={line.itemId} className={mergeClasses(styles.line, isChosen && styles.chosen)}>
              <div className={styles.head}>
                <button
                  type="button"
                  className={styles.choose}
                  aria-pressed={isChosen}
                  disabled={line.remaining === 0}
                  onClick={() => onChoose(line.itemId)}
                >
                  <Spread as="span" gap={8}>
                    <span className={styles.name}>{line.product}</span>
                    <span className={styles.count}>
                      {line.remaining === 0 ? 'All received' : `${count} of ${total}`}
                    </span>
                  </Spread>
                  <Text size="meta" tone="text3">
                    {[line.variation, ...othersText(others, line)].join(' · ')}
                  </Text>
                  <Bar count={count} of={total} low />
                </button>
                {(line.needsNumber && choices.plain === 0 && choices.typed === undefined) ||
                line.remaining === 0 ? null : (
                  <CountField
                    label={`Units of ${lineName(line)}`}
                    choices={choices}
                    errorId={problem === undefined ? undefined : `${id}-${line.itemId}`}
                    onChange={(changes) => onChange(line, changes)}
                    onCode={onCode}
                  />
                )}
              </div>
              {problem === undefined ? null : (
                <p id={`${id}-${line.itemId}`} className={styles.problem}>
                  {problem}
                </p>
              )}
              {line.remaining > 0 ? (
                <LineFields
                  line={line}
                  choices={choices}
                  mayPrice={mayPrice}
                  onChange={(changes) => onChange(line, changes)}
                />
              ) : null}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
