import { ArrowExit20Regular, ArrowSwap20Regular, Edit20Regular, Print20Regular } from '@fluentui/react-icons';
import { makeStyles } from '@fluentui/react-components';
import { useLocation, useNavigate } from 'react-router';
import { inventory, type UnitHistory } from '#contract/inventory.ts';
import type { Permission } from '#domain/permissions.ts';
import { useZonesOf } from '#renderer/app/inactive-stores.ts';
import { OtherStoreBanner } from '#renderer/app/other-store-banner.tsx';
import { useSignedIn } from '#renderer/app/session.tsx';
import { useUnitLabels } from '#renderer/app/unit-labels.ts';
import { HistoryCard } from '#renderer/features/inventory/history-card.tsx';
import { mayChange, useUnitActions } from '#renderer/features/inventory/unit-actions.tsx';
import { TradeInCard } from '#renderer/features/inventory/trade-in-card.tsx';
import { UnitFacts } from '#renderer/features/inventory/unit-facts.tsx';
import { noUnit } from '#renderer/features/inventory/unit-skeleton.tsx';
import { holderText, UnitBadge } from '#renderer/features/inventory/unit-state.tsx';
import { codeOf, productNameText, tradeInPath } from '#renderer/features/inventory/unit-text.ts';
import { read } from '#renderer/lib/read.ts';
import { useAddressed } from '#renderer/lib/use-addressed.ts';
import { useLabelPrinting } from '#renderer/lib/use-label-printing.ts';
import { useBackToList } from '#renderer/lib/use-list.ts';
import { asForm } from '#renderer/lib/use-return.ts';
import { DetailHeader } from '#renderer/ui/detail-header.tsx';
import { Loaded, type BackTo } from '#renderer/ui/loaded.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { Page } from '#renderer/ui/page-header.tsx';
import { ProductPicture } from '#renderer/ui/product-picture.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { windows } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    alignItems: 'start',
    gap: '16px',
    [windows.wide]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' },
  },
});

/** /inventory/:inventoryId: one unit with its unit history. */
export function UnitPage() {
  const back = { to: useBackToList('/inventory'), label: 'Inventory' };
  const query = useAddressed('inventoryId', (unitId) => read(inventory.get, { params: { itemId: unitId } }));
  return (
    <Loaded back={back} query={query} {...noUnit}>
      {(unit) => <UnitDetail key={unit.id} unit={unit} back={back} />}
    </Loaded>
  );
}

function UnitDetail({ unit, back }: { unit: UnitHistory; back: BackTo }) {
  const styles = useStyles();
  const { store, may, mayAt, mayHere } = useSignedIn();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const mayThere = (permission: Permission) => mayAt(unit.store.id, permission);
  const { actionsFor, dialog } = useUnitActions(may, {
    mayBegin: mayThere,
    onDeleted: () => void navigate(back.to),
  });
  const labelFor = useUnitLabels();
  const printLabels = useLabelPrinting();
  const zonesAt = useZonesOf();
  const zones = zonesAt(unit.store.id);
  const holder = holderText(unit, zones);
  /** The code to trade the unit in by; null if it cannot be, or not by this person. */
  const tradeIn = unit.status === 'sold' && mayHere('inventory.create') ? codeOf(unit) : null;
  /** The code to return the unit to its supplier by; null if it cannot be, or not by this person. */
  const sendBack =
    unit.status === 'defective' && unit.store.id === store.id && may('inventory.update')
      ? codeOf(unit)
      : null;
  return (
    <Page>
      <DetailHeader
        back={back}
        avatar={
          unit.product_variation.image_url === null ? null : (
            <ProductPicture
              photo={unit.product_variation.image_url}
              kind={unit.product_variation.product.name}
              size={48}
            />
          )
        }
        title={productNameText(unit)}
        badge={
          <>
            <UnitBadge unit={unit} />
            {unit.warranty && unit.warranty.state !== 'none' ? (
              <StateBadge of="warranty" state={unit.warranty.state} />
            ) : null}
          </>
        }
        line={[unit.product_variation.product.sku, holder].filter(Boolean).join(' · ')}
        actions={{
          secondary: [
            sendBack !== null && {
              label: 'Return to supplier',
              icon: <ArrowExit20Regular />,
              onClick: () => void navigate('/supplier-returns/new', { state: { code: sendBack } }),
            },
            tradeIn !== null && {
              label: 'Trade In',
              icon: <ArrowSwap20Regular />,
              onClick: () => void navigate(tradeInPath(tradeIn)),
            },
            {
              label: 'Print label',
              icon: <Print20Regular />,
              onClick: () => void printLabels([labelFor(unit, unit.store.id)]),
            },
          ],
          more: actionsFor(unit),
          primary: mayChange(unit, mayThere) && {
            label: 'Edit Item',
            icon: <Edit20Regular />,
            onClick: () => void navigate(`/inventory/${unit.id}/edit`, { state: asForm(state) }),
          },
        }}
      />
      <OtherStoreBanner noun="item" stores={[unit.store]} />
      <div className={styles.columns}>
        <UnitFacts
          unit={unit}
          timeZone={zones}
          batchPath={
            may('inventory.create') ? (code) => `/qr-codes?batch_code=${encodeURIComponent(code)}` : null
          }
        />
        <Stack gap={16}>
          {unit.category !== 'new' &&
          (may('inventory.create') || may('costs.view')) &&
          unit.store.id === store.id ? (
            <TradeInCard unit={unit} timeZone={zones} may={mayHere} />
          ) : null}
          <HistoryCard
            unit={unit}
            zonesAt={zonesAt}
            links={{
              staff: (id) => `/staff/${id}`,
              customer: may('customers.view') ? (id) => `/customers/${id}` : null,
              transfer: (id) => `/inventory/transfers/${id}`,
              count: (id) => `/inventory/counts/${id}`,
              receipt: (id) => `/goods-receipts/${id}`,
              order: (id) => `/purchase-orders/${id}`,
              supplierReturn: (id) => `/supplier-returns/${id}`,
            }}
          />
        </Stack>
      </div>
      {dialog}
    </Page>
  );
}
