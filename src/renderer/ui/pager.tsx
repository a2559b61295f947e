import { makeStyles } from '@fluentui/react-components';
import { ChevronLeft20Regular, ChevronRight20Regular } from '@fluentui/react-icons';
import { countText } from '#domain/count-text.ts';
import { Button } from './button.tsx';
import { Row } from './layout.tsx';
import { SelectField } from './select-field.tsx';
import { palette, tabular, type, windows } from './theme.ts';

const useStyles = makeStyles({
  root: {
    ...type.label,
    ...tabular,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    height: '52px',
    boxSizing: 'border-box',
    padding: '0 12px 0 20px',
    color: palette.text3,
    [windows.onePane]: { padding: 0 },
    [windows.phone]: { flexDirection: 'column', gap: '4px', height: 'auto' },
  },
  size: { width: '132px' },
});

/** The pagination of every list of the API. */
export type PagePlace = {
  per_page: number;
  current_page: number;
  last_page: number;
  from: number | null;
  to: number | null;
  total: number;
  total_capped: boolean;
};

/** `1–20 of 312`; `1–20 of 1,000+` when the count is capped. */
function placeText({ from, to, total, total_capped: isCapped }: PagePlace): string {
  const of = `${countText(total)}${isCapped ? '+' : ''}`;
  return from === null || to === null ? `0 of ${of}` : `${countText(from)}–${countText(to)} of ${of}`;
}

type PagerProps = {
  place: PagePlace;
  onPage: (page: number) => void;
  /** The address of a page, which is asked for while somebody is about to turn to it. */
  addressOf?: ((page: number) => string) | undefined;
  /** The page sizes to choose from; none hides the choice. */
  sizes?: readonly number[];
  onSize?: (size: number) => void;
};

/** The row range below a table, and the buttons to other pages where there are any. */
export function Pager({ place, onPage, addressOf, sizes = [], onSize }: PagerProps) {
  const styles = useStyles();
  const { current_page: page, last_page: last, total_capped: isCapped } = place;
  const hasNext = page < last || isCapped;
  const isOnly = page <= 1 && !hasNext;
  return (
    <nav className={styles.root} aria-label="Pages">
      <span role="status">{placeText(place)}</span>
      <Row gap={12} align="center">
        {sizes.length > 0 && onSize ? (
          <SelectField
            className={styles.size}
            label="Rows of a page"
            labelHidden
            options={sizes.map((size) => ({ value: String(size), label: `${size} a page` }))}
            value={String(place.per_page)}
            onChange={(event) => onSize(Number(event.target.value))}
          />
        ) : null}
        {isOnly ? null : (
          <>
            <span data-ahead={page > 1 ? addressOf?.(page - 1) : undefined}>
              <Button
                appearance="subtle"
                icon={<ChevronLeft20Regular />}
                aria-label="Previous page"
                disabled={page <= 1}
                onClick={() => onPage(page - 1)}
              />
            </span>
            <span>
              Page {countText(page)} of {countText(Math.max(page, last))}
              {isCapped ? '+' : ''}
            </span>
            <span data-ahead={hasNext ? addressOf?.(page + 1) : undefined}>
              <Button
                appearance="subtle"
                icon={<ChevronRight20Regular />}
                aria-label="Next page"
                disabled={!hasNext}
                onClick={() => onPage(page + 1)}
              />
            </span>
          </>
        )}
      </Row>
    </nav>
  );
}
