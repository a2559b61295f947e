import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { ComparedSale, SettleDetail } from '#contract/offline-sales.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { WholeText } from '#renderer/ui/facts-line.tsx';
import { TextLink } from '#renderer/ui/table-text.tsx';
import { palette, sizes, tones, type, windows } from '#renderer/ui/theme.ts';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import { momentBeside, paidText } from './settle-text.ts';

const line = `1px solid ${palette.rowLine}`;

const useStyles = makeStyles({
  table: {
    ...type.label,
    width: '100%',
    tableLayout: 'fixed',
    borderCollapse: 'collapse',
    color: palette.text1,
  },
  cell: {
    padding: '4px 12px',
    borderTop: line,
    textAlign: 'left',
    verticalAlign: 'top',
    fontWeight: 400,
    overflowWrap: 'anywhere',
    ':last-child': { paddingRight: sizes.cardSide },
    [windows.phone]: { padding: '6px', fontSize: '12px', '& span': { whiteSpace: 'normal' } },
  },
  earlier: { borderLeft: line, borderRight: line, backgroundColor: '#FAFBFB' },
  label: {
    width: '97px',
    boxSizing: 'border-box',
    paddingLeft: sizes.cardSide,
    color: palette.text3,
    [windows.phone]: { width: '84px', paddingLeft: '16px' },
  },
  head: { paddingTop: '10px', paddingBottom: '10px', borderTop: 'none' },
  kind: { ...type.meta, color: palette.text3 },
  same: { fontWeight: 600, backgroundColor: tones.orange[0], '&&': { backgroundColor: tones.orange[0] } },
});

type Disputed = SettleDetail['disputed'][number];

const whoOf = ({ staff, till }: ComparedSale) => (till ? `${staff.name} · ${till.code}` : staff.name);

const customerOf = ({ customer }: ComparedSale) => customer?.name ?? 'Walk-in Customer';

function recordedOf({ is_offline, made_at, recorded_at, till }: ComparedSale, zones: Zones): string {
  const at = momentBeside(recorded_at, made_at, zones);
  return is_offline ? `${at}, when ${till?.code ?? 'the till'} was back` : `${at}, at once`;
}

const scannedOf = ({ numbers, scanned_code }: Disputed): string =>
  numbers ?? scanned_code ?? 'Without a number';

/** Returns the units of a sale that are also those of disputed lines, as its own record names them. */
function unitsIn(sale: ComparedSale, disputed: readonly Disputed[]): string {
  const told = disputed.map(scannedOf);
  const same = sale.items.flatMap(({ unit }) => (unit !== null && told.includes(unit) ? [unit] : []));
  const alike = sale.items.filter((item) =>
    disputed.some(({ product_variation_id: id }) => id === item.product_variation_id),
  );
  return (same.length > 0 ? same : alike.map(({ unit, name }) => unit ?? name)).join(', ');
}

type ComparedProps = {
  /** What the table is about, in its corner. */
  what: string;
  earlier: ComparedSale | null;
  own: ComparedSale;
  ownNumber: string;
  disputed: readonly Disputed[];
  zones: Zones;
};

/** A sale to settle, beside the one that has its unit if there is one; what is the same in both is marked. */
function ComparedTable({ what, earlier, own, ownNumber, disputed, zones }: ComparedProps) {
  const styles = useStyles();
  const rows: readonly (readonly [string, (sale: ComparedSale) => string])[] = [
    ['Moment', (sale) => formatInstant(sale.made_at, zones)],
    ['Recorded', (sale) => recordedOf(sale, zones)],
    ...(disputed.length > 0
      ? [
          [
            disputed.length > 1 ? 'Units' : 'Unit',
            (sale: ComparedSale) =>
              sale === own ? disputed.map(scannedOf).join(', ') : unitsIn(sale, disputed),
          ] as const,
        ]
      : [['Items', (sale: ComparedSale) => itemsText(sale)] as const]),
    ['Customer', customerOf],
    ['Sold by', whoOf],
    ['Paid', paidText],
    ...(earlier && earlier.store.id !== own.store.id
      ? [['Store', (sale: ComparedSale) => sale.store.name] as const]
      : []),
  ];
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col" className={mergeClasses(styles.cell, styles.label, styles.head)}>
            {what}
          </th>
          {earlier ? (
            <th scope="col" className={mergeClasses(styles.cell, styles.head, styles.earlier)}>
              <div className={styles.kind}>Earlier recorded</div>
              <TextLink to={`/transactions/${earlier.transaction_id}`}>
                <WholeText>{earlier.number}</WholeText>
              </TextLink>
            </th>
          ) : null}
          <th scope="col" className={mergeClasses(styles.cell, styles.head)}>
            <div className={styles.kind}>To settle</div>
            <strong>
              <WholeText>{ownNumber}</WholeText>
            </strong>
            <div>
              <TextLink small to={`/transactions/${own.transaction_id}`}>
                <WholeText>{own.number}</WholeText>
              </TextLink>
            </div>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, textOf]) => {
          const [other, mine] = [earlier && textOf(earlier), textOf(own)];
          const isUnit = earlier !== null && label.startsWith('Unit');
          const isSame = isUnit || (other === mine && !(label === 'Customer' && own.customer === null));
          const mark = isSame && styles.same;
          return (
            <tr key={label}>
              <th scope="row" className={mergeClasses(styles.cell, styles.label)}>
                {label}
                {isSame ? <VisuallyHidden>, the same in both</VisuallyHidden> : null}
              </th>
              {other === null ? null : (
                <td className={mergeClasses(styles.cell, styles.earlier, mark)}>
                  <WholeText>{other}</WholeText>
                </td>
              )}
              <td className={mergeClasses(styles.cell, mark)}>
                <WholeText>{mine}</WholeText>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const MOST_ITEMS = 5;

function itemsText({ items }: ComparedSale): string {
  const named = items
    .slice(0, MOST_ITEMS)
    .map(({ name, unit }) => (unit === null ? name : `${name}, ${unit}`))
    .join('; ');
  const more = items.length - MOST_ITEMS;
  return more > 0 ? `${named}; and ${more} more` : named;
}

/** A sale to settle beside each sale that has a unit of it; alone where there is none. */
export function ComparedSales({ sale, zones }: { sale: SettleDetail; zones: Zones }) {
  const { sale: own, other_sales: others, disputed } = sale;
  if (own === null) return null;
  const pairs = others.map((earlier) => ({
    earlier,
    lines: disputed.filter(({ other_sale }) => other_sale?.transaction_id === earlier.transaction_id),
  }));
  const rest = disputed.filter(
    ({ other_sale }) => !others.some(({ transaction_id: id }) => id === other_sale?.transaction_id),
  );
  const tables: { earlier: ComparedSale | null; lines: readonly Disputed[] }[] =
    pairs.length > 0 ? pairs : [{ earlier: null, lines: rest }];
  return (
    <>
      {tables.map(({ earlier, lines }, place) => (
        <ComparedTable
          key={earlier?.transaction_id ?? place}
          what={[...new Set(lines.map(({ name }) => name))].join(', ')}
          earlier={earlier}
          own={own}
          ownNumber={sale.number ?? ''}
          disputed={lines}
          zones={zones}
        />
      ))}
    </>
  );
}
