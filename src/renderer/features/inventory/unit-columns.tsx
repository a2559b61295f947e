import { makeStyles } from '@fluentui/react-components';
import type { InventoryUnit } from '#contract/inventory.ts';
import { numberLines } from '#domain/units.ts';
import { type Zones } from '#domain/store-time.ts';
import type { ListColumn } from '#renderer/ui/list-screen.tsx';
import { MutedText } from '#renderer/ui/table-text.tsx';
import { tabular } from '#renderer/ui/theme.ts';
import { UnitState } from './unit-state.tsx';
import { conditionText } from './unit-text.ts';

const useStyles = makeStyles({ figures: tabular });

/** Keeps each number on one line; several numbers wrap between them. */
function Figures({ children }: { children: string }) {
  const whole = children.split(' · ').map((number) => number.replaceAll(' ', '\u00a0'));
  return <span className={useStyles().figures}>{whole.join(' · ')}</span>;
}

/** Returns the columns of the list of units. */
export const unitColumns = (timeZone: Zones): readonly ListColumn<InventoryUnit>[] => [
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
      return first ? <Figures>{first}</Figures> : <MutedText>–</MutedText>;
    },
    line: (row) => {
      const others = numberLines(row).slice(1, 3);
      return others.length ? <Figures>{others.join(' · ')}</Figures> : null;
    },
  },
  { key: 'condition', head: 'Condition', width: '168px', cell: conditionText },
  {
    key: 'status',
    head: 'Status',
    width: '176px',
    cell: (row) => <UnitState unit={row} timeZone={timeZone} />,
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
