import { makeStyles } from '@fluentui/react-components';
import type { InventoryUnit } from '#contract/inventory.ts';
import { formatShortDate } from '#domain/calendar-dates.ts';
import { numberLines } from '#domain/units.ts';
import { storeDate, type Zones } from '#domain/store-time.ts';
import type { ListColumn } from '#renderer/ui/list-screen.tsx';
import { ProductPicture } from '#renderer/ui/product-picture.tsx';
import { ClippedText, MutedText } from '#renderer/ui/table-text.tsx';
import { tabular } from '#renderer/ui/theme.ts';
import { UnitState } from './unit-state.tsx';
import { conditionText } from './unit-text.ts';

const useStyles = makeStyles({ figures: tabular });

/** Keeps each number on one line; several numbers wrap between them. */
function Figures({ children }: { children: string }) {
  const whole = children.split(' · ').map((number) => number.replaceAll(' ', '\u00a0'));
  return <span className={useStyles().figures}>{whole.join(' · ')}</span>;
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
    width: '26%',
    cell: ({ product_variation }) => product_variation.product.name,
    line: ({ product_variation }) => product_variation.name,
  },
  {
    key: 'numbers',
    phone: 'line',
    head: 'IMEI and serial number',
    cell: (row) => {
      const [first] = numberLines(row);
      return first ? <Figures>{first}</Figures> : dash;
    },
    line: (row) => {
      const others = numberLines(row).slice(1, 3);
      return others.length ? <Figures>{others.join(' · ')}</Figures> : null;
    },
  },
  {
    key: 'sku',
    head: 'SKU',
    from: 'vast',
    width: '200px',
    cell: ({ product_variation }) => product_variation.product.sku,
  },
  { key: 'qr', head: 'QR code', from: 'vast', width: '220px', cell: ({ qr_code }) => qr_code ?? dash },
  { key: 'condition', head: 'Condition', width: '168px', cell: conditionText },
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
    width: '200px',
    cell: ({ supplier }) => (supplier ? <ClippedText>{supplier.name}</ClippedText> : dash),
  },
  {
    key: 'received',
    head: 'Received',
    from: 'wide',
    width: '140px',
    cell: ({ created_at }) => formatShortDate(storeDate(created_at, timeZone), { withYear: true }),
  },
  {
    key: 'by',
    head: 'Received by',
    from: 'vast',
    width: '220px',
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
    width: '124px',
    align: 'end',
    sort: 'age',
    cell: (row) => <Figures>{row.age_days.toLocaleString('en-PH')}</Figures>,
  },
];
