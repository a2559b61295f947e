import { makeStyles } from '@fluentui/react-components';
import { ChevronLeft20Regular, ChevronRight20Regular } from '@fluentui/react-icons';
import { Button } from './button.tsx';
import { palette, tabular, type } from './theme.ts';

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
  },
  steps: { display: 'flex', alignItems: 'center', gap: '12px' },
});

/** Where a page stands in its list, as every list of the API says it. */
export type PagePlace = {
  current_page: number;
  last_page: number;
  from: number | null;
  to: number | null;
  total: number;
  total_capped: boolean;
};

const count = (number: number) => number.toLocaleString('en-PH');

/** `1–20 of 312`; a list that is longer than was counted says `1–20 of 1,000+`. */
function placeWords({ from, to, total, total_capped: isCapped }: PagePlace): string {
  const of = `${count(total)}${isCapped ? '+' : ''}`;
  return from === null || to === null ? `0 of ${of}` : `${count(from)}–${count(to)} of ${of}`;
}

/** Below a table: which rows are shown, and the way to the others. */
export function Pager({ place, onPage }: { place: PagePlace; onPage: (page: number) => void }) {
  const styles = useStyles();
  const { current_page: page, last_page: last, total_capped: isCapped } = place;
  return (
    <nav className={styles.root} aria-label="Pages">
      <span role="status">{placeWords(place)}</span>
      <div className={styles.steps}>
        <Button
          appearance="subtle"
          icon={<ChevronLeft20Regular />}
          aria-label="Previous page"
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        />
        <span>
          Page {count(page)} of {count(last)}
          {isCapped ? '+' : ''}
        </span>
        <Button
          appearance="subtle"
          icon={<ChevronRight20Regular />}
          aria-label="Next page"
          disabled={page >= last && !isCapped}
          onClick={() => onPage(page + 1)}
        />
      </div>
    </nav>
  );
}
