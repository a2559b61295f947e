import { makeStyles } from '@fluentui/react-components';
import { Box24Regular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router';
import { inventory, type InventoryUnit } from '#contract/inventory.ts';
import type { StoreEntry } from '#contract/stores.ts';
import { conditionText, numberLines } from '#domain/units.ts';
import { type Zones, zonesOf } from '#domain/store-time.ts';
import { read } from '#renderer/lib/read.ts';
import { usePage } from '#renderer/lib/use-list.ts';
import type { Column } from '#renderer/ui/data-table.tsx';
import { WholeParts } from '#renderer/ui/facts-line.tsx';
import { FilterBar } from '#renderer/ui/filter-bar.tsx';
import { ChoiceFilter } from '#renderer/ui/filters.tsx';
import { ListTable } from '#renderer/ui/list-table.tsx';
import { CellLine, TextLink } from '#renderer/ui/table-text.tsx';
import { sizes } from '#renderer/ui/theme.ts';
import { UnitState } from './unit-state.tsx';
import { daysText } from './unit-text.ts';

const useStyles = makeStyles({ filters: { padding: `12px ${sizes.cardSide}` } });

const PER_PAGE = 20;

const pageOf = ({ id }: InventoryUnit) => `/inventory/${id}`;

const columnsOf = (timeZone: Zones): Column<InventoryUnit>[] => [
  {
    key: 'numbers',
    head: 'IMEI and serial number',
    least: 184,
    cell: (unit) => {
      const [first = 'No number', ...others] = numberLines(unit);
      return (
        <>
          <TextLink to={pageOf(unit)}>{first}</TextLink>
          {others.length ? (
            <CellLine>
              <WholeParts parts={others.slice(0, 2)} />
            </CellLine>
          ) : null}
        </>
      );
    },
  },
  {
    key: 'variation',
    phone: 'line',
    head: 'Variation',
    cell: ({ product_variation }) => product_variation.name,
  },
  { key: 'store', head: 'Store', width: 'content', cell: ({ store }) => store.name },
  { key: 'condition', head: 'Condition', width: 'content', cell: conditionText },
  {
    key: 'status',
    head: 'Status',
    width: '168px',
    cell: (unit) => <UnitState unit={unit} timeZone={timeZone} />,
  },
  {
    key: 'age',
    head: 'In store',
    width: 'content',
    align: 'end',
    cell: ({ age_days }) => daysText(age_days),
  },
];

type UnitsOfProductProps = {
  productId: number;
  /** The store shown; `choices` are all that the reader can look at. */
  store: Pick<StoreEntry, 'id' | 'name' | 'timezone' | 'zones'>;
  choices: readonly { id: number; name: string }[];
  onStore: (storeId: number) => void;
  page: number;
  onPage: (page: number) => void;
};

/** Lists the units of a product that a store has or had, the newest first. */
export function UnitsOfProduct({ productId, store, choices, onStore, page, onPage }: UnitsOfProductProps) {
  const styles = useStyles();
  const navigate = useNavigate();
  const list = usePage(
    read(inventory.list, {
      query: { product_id: productId, store_id: store.id, page, per_page: PER_PAGE },
    }),
    onPage,
  );
  return (
    <>
      {choices.length > 1 ? (
        <div className={styles.filters}>
          <FilterBar label="Units">
            <ChoiceFilter
              label="Store"
              all={store.name}
              width={220}
              choices={choices.filter(({ id }) => id !== store.id)}
              value={undefined}
              onChange={(id) => (id === null ? undefined : onStore(id))}
            />
          </FilterBar>
        </div>
      ) : null}
      <ListTable
        bare
        label="Units"
        columns={columnsOf(zonesOf(store))}
        list={list}
        onOpen={(unit) => void navigate(pageOf(unit))}
        empty={{
          icon: <Box24Regular />,
          title: `No units at ${store.name}`,
          text: 'Units of it that come into the store show here, one row for each.',
        }}
      />
    </>
  );
}
