import { makeStyles, Switch } from '@fluentui/react-components';
import type { RouteInput } from '#contract/define-route.ts';
import type { inventory } from '#contract/inventory.ts';
import { unitCategories, unitStatuses } from '#domain/transactions.ts';
import { unitCategoryLabels, unitStatusLabels } from '#domain/units.ts';
import type { ListAddress } from '#renderer/lib/use-list.ts';
import { ChoiceFilter, CountFilter, SearchFilter } from '#renderer/ui/filters.tsx';
import { palette } from '#renderer/ui/theme.ts';
import { SupplierFilter } from '#renderer/ui/supplier-filter.tsx';

const useStyles = makeStyles({
  ages: { display: 'flex', alignItems: 'center', gap: '8px', color: palette.text3 },
});

const statuses = unitStatuses.map((id) => ({ id, name: unitStatusLabels[id] }));
const categories = unitCategories.map((id) => ({ id, name: unitCategoryLabels[id] }));

type UnitFiltersProps = {
  list: ListAddress<RouteInput<typeof inventory.list>['query']>;
  /** How many units have an IMEI that another unit has, too, for those who may correct them; else 0. */
  imeiTwice: number;
  /** How many used and refurbished units have no price. */
  withoutPrice: number;
};

/** The filters of the list of units. */
export function UnitFilters({ list, imeiTwice, withoutPrice }: UnitFiltersProps) {
  const { query, change } = list;
  const styles = useStyles();
  return (
    <>
      <SearchFilter
        list={list}
        label="IMEI, serial, QR code or product"
        short="IMEI, serial, product"
        width={284}
      />
      <ChoiceFilter
        label="Status"
        all="All statuses"
        width={144}
        choices={statuses}
        value={query.status}
        onChange={(status) => change({ status })}
      />
      <ChoiceFilter
        label="Category"
        all="All categories"
        width={152}
        choices={categories}
        value={query.category}
        onChange={(category) => change({ category })}
      />
      <SupplierFilter value={query.supplier_id} onChange={(supplier_id) => change({ supplier_id })} />
      <div className={styles.ages}>
        <CountFilter
          label="Min days"
          width={92}
          value={query.min_age}
          onChange={(min_age) => change({ min_age })}
        />
        <span aria-hidden="true">–</span>
        <CountFilter
          label="Max days"
          width={92}
          value={query.max_age}
          onChange={(max_age) => change({ max_age })}
        />
      </div>
      {withoutPrice > 0 || query.without_price ? (
        <Switch
          label={`Only used units without a price (${withoutPrice})`}
          checked={query.without_price ?? false}
          onChange={(_, { checked }) => change({ without_price: checked || null })}
        />
      ) : null}
      {imeiTwice > 0 || query.imei_twice ? (
        <Switch
          label={`Only units whose IMEI another one has (${imeiTwice})`}
          checked={query.imei_twice ?? false}
          onChange={(_, { checked }) => change({ imei_twice: checked || null })}
        />
      ) : null}
    </>
  );
}
