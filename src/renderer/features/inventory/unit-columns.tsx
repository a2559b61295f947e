import { makeStyles } from '@fluentui/react-components';
import type { InventoryUnit } from '#contract/inventory.ts';
import { formatShortDate } from '#domain/calendar-dates.ts';
import { isPricedApart } from '#domain/pricing.ts';
import { conditionText, numberLines } from '#domain/units.ts';
import { storeDate, type Zones } from '#domain/store-time.ts';
import { WholeParts } from '#renderer/ui/facts-line.tsx';
import type { ListColumn } from '#renderer/ui/list-screen.tsx';
import { ProductPicture } from '#renderer/ui/product-picture.tsx';
import { CellLine, ClippedText, MutedText } from '#renderer/ui/table-text.tsx';
import { tabular } from '#renderer/ui/theme.ts';
import { UnitState } from './unit-state.tsx';
import { priceText } from './unit-text.ts';

const useStyles = makeStyles({ figures: tabular });

/** Numbers; each of them stays on one line. */
function Figures({ children }: { children: string | readonly string[] }) {
  const parts = typeof children === 'string' ? [children] : children;
  return (
    <span className={useStyles().figures}>
      <WholeParts parts={parts.map((number) => number.replaceAll(' ', '\u00a0'))} />
    </span>
  );
}

const dash = <MutedText>–</MutedText>;

/** Returns the columns of the list of units. */
export const unitColumns = (timeZone: Zones): readonly ListColumn<InventoryUnit>[] => [
  {
    key: 'photo',
    head: 'Photo',
    headHidden: true,
    from: 'wide',
    width: '68px',
    cell: ({ product_variation: { image_url, name, product } }) => (
      <ProductPicture photo={image_url} kind={product.name} colour={name} size={40} />
    ),
  },
  {
    key: 'product',
    head: 'Product',
    width: '28%',
    cell: ({ product_variation }) => product_variation.product.name,
    line: ({ product_variation }) => product_variation.name,
  },
  {
    key: 'numbers',
    phone: 'line',
    head: 'IMEI and serial number',
    least: 184,
    cell: (row) => {
      const [first] = numberLines(row);
      return first ? <Figures>{first}</Figures> : dash;
    },
    line: (row) => {
      const others = numberLines(row).slice(1, 3);
      return others.length ? <Figures>{others}</Figures> : null;
    },
  },
  {
    key: 'sku',
    head: 'SKU',
    width: 'content',
    from: 'vast',
    cell: ({ product_variation }) => product_variation.product.sku,
  },
  { key: 'qr', head: 'QR code', width: 'content', from: 'vast', cell: ({ qr_code }) => qr_code ?? dash },
  {
    key: 'condition',
    head: 'Condition',
    width: 'content',
    cell: conditionText,
    line: (row) =>
      row.prices === null ? (
        <CellLine tone="waiting">No price yet</CellLine>
      ) : isPricedApart(row) ? (
        priceText(row)
      ) : null,
  },
  {
    key: 'status',
    head: 'Status',
    width: '176px',
    cell: (row) => <UnitState unit={row} timeZone={timeZone} />,
  },
  {
    key: 'supplier',
    head: 'Supplier',
    from: 'wide',
    width: '17%',
    cell: ({ supplier }) => (supplier ? <ClippedText>{supplier.name}</ClippedText> : dash),
  },
  {
    key: 'received',
    head: 'Received',
    width: 'content',
    from: 'wide',
    cell: ({ created_at }) => formatShortDate(storeDate(created_at, timeZone), { withYear: true }),
  },
  {
    key: 'by',
    head: 'Received by',
    width: 'content',
    from: 'vast',
    cell: ({ created_by }) => created_by?.name ?? dash,
  },
  {
    key: 'notes',
    head: 'Notes',
    from: 'vast',
    width: '16%',
    cell: ({ notes }) => (notes ? <ClippedText>{notes}</ClippedText> : dash),
  },
  {
    key: 'age',
    head: 'Days in store',
    width: 'content',
    align: 'end',
    sort: 'age',
    cell: (row) => <Figures>{row.age_days.toLocaleString('en-PH')}</Figures>,
  },
];
