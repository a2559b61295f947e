import { makeStyles } from '@fluentui/react-components';
import { BoxMultiple24Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { TopProduct } from '#contract/shapes.ts';
import { countText } from '#domain/count-text.ts';
import type { MoneySurface } from '#domain/money.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { DataTable, type Column } from '#renderer/ui/data-table.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { CellLine, ClippedText, TextLink } from '#renderer/ui/table-text.tsx';
import { sizes, tabular, type, windows } from '#renderer/ui/theme.ts';
import { TALL_WINDOW, useMedia } from '#renderer/ui/use-media.ts';

/** So many are in sight in a low window; the rest on demand. */
const FIRST = 5;
const [UNITS, REVENUE] = ['86px', '128px'];

const useStyles = makeStyles({
  foot: {
    ...type.label,
    ...tabular,
    display: 'grid',
    gridTemplateColumns: `minmax(0, 1fr) ${UNITS} ${REVENUE}`,
    alignItems: 'center',
    minHeight: '40px',
    textAlign: 'right',
    '& > *': { padding: '0 12px' },
    '& > :first-child': { paddingLeft: sizes.cardSide, textAlign: 'left' },
    '& > :last-child': { paddingRight: sizes.cardSide },
    [windows.onePane]: { '& > *': { padding: 0 }, '& > :first-child': { paddingLeft: 0 } },
  },
});

type LinkTo = ((productId: number) => string) | null;

const columnsOn = (surface: MoneySurface, linkTo: LinkTo): readonly Column<TopProduct>[] => [
  {
    key: 'product',
    head: 'Product',
    cell: (row) => (
      <>
        {linkTo && row.product_id !== null ? (
          <TextLink to={linkTo(row.product_id)}>{row.name}</TextLink>
        ) : (
          row.name
        )}
        <CellLine>
          <ClippedText>{row.variation}</ClippedText>
        </CellLine>
      </>
    ),
  },
  {
    key: 'units',
    head: 'Units sold',
    width: UNITS,
    align: 'end',
    cell: (row) => countText(row.units_sold),
  },
  {
    key: 'revenue',
    phone: 'amount',
    head: 'Revenue',
    width: REVENUE,
    align: 'end',
    cell: (row) => <MoneyText amount={row.revenue} surface={surface} size="strong" />,
  },
];

type TopProductsProps = {
  /** Undefined while they load. */
  products: readonly TopProduct[] | undefined;
  surface: MoneySurface;
  /** The period, where the page does not say it. */
  note?: string;
  /** The address of a product's page; null for people who may not open it. */
  linkTo: LinkTo;
  /** The number of variations that were sold; a foot sums up the ones that are listed. */
  of?: number | null;
};

/** The products with the most revenue. */
export function TopProducts({ products, surface, note, linkTo, of }: TopProductsProps) {
  const styles = useStyles();
  const isTall = useMedia(TALL_WINDOW);
  const [isWhole, setWhole] = useState(false);
  const shown = isTall || isWhole || !of ? products : products?.slice(0, FIRST);
  const left = (products?.length ?? 0) - (shown?.length ?? 0);
  const sum = (pick: (row: TopProduct) => number) => (shown ?? []).reduce((all, row) => all + pick(row), 0);
  return (
    <Card
      title="Top Products"
      flush
      side={
        left > 0 ? (
          <Button appearance="subtle" onClick={() => setWhole(true)}>
            {`Show ${left} more`}
          </Button>
        ) : (
          note
        )
      }
    >
      <DataTable
        bare
        label="Top Products"
        columns={columnsOn(surface, linkTo)}
        rows={shown ? [...shown] : undefined}
        rowKey={(row) => row.id}
        instead={
          products?.length === 0 ? (
            <EmptyState compact icon={<BoxMultiple24Regular />} title="No sales data available" />
          ) : null
        }
        pager={
          of && shown ? (
            <div className={styles.foot}>
              <span>
                {of > shown.length ? `Top ${shown.length} of ${countText(of)} products` : 'All products'}
              </span>
              <span>{countText(sum(({ units_sold }) => units_sold))}</span>
              <MoneyText amount={sum(({ revenue }) => revenue)} surface={surface} />
            </div>
          ) : null
        }
      />
    </Card>
  );
}
