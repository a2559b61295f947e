import { BoxMultiple20Regular, Edit20Regular } from '@fluentui/react-icons';
import { useLocation, useNavigate } from 'react-router';
import { suppliers, type Supplier } from '#contract/suppliers.ts';
import { zonesOf } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { SupplierOrders } from '#renderer/features/purchase-orders/supplier-orders.tsx';
import { noSupplier } from '#renderer/features/suppliers/no-supplier.tsx';
import { useSupplierActions } from '#renderer/features/suppliers/supplier-actions.tsx';
import { SupplierBadge } from '#renderer/features/suppliers/supplier-badge.tsx';
import { SupplierFigures } from '#renderer/features/suppliers/supplier-figures.tsx';
import { SupplierInformation } from '#renderer/features/suppliers/supplier-information.tsx';
import { read } from '#renderer/lib/read.ts';
import { useAddressed } from '#renderer/lib/use-addressed.ts';
import { useBackToList } from '#renderer/lib/use-list.ts';
import { asForm } from '#renderer/lib/use-return.ts';
import { DetailHeader } from '#renderer/ui/detail-header.tsx';
import { Loaded, type BackTo } from '#renderer/ui/loaded.tsx';
import { Page } from '#renderer/ui/page-header.tsx';

/** /suppliers/:supplierId: one supplier, with the chain's purchases. */
export function SupplierPage() {
  const back = { to: useBackToList('/suppliers'), label: 'Suppliers' };
  const query = useAddressed('supplierId', (supplierId) => read(suppliers.get, { params: { supplierId } }));
  return (
    <Loaded back={back} query={query} {...noSupplier}>
      {(supplier) => <SupplierDetail key={supplier.id} supplier={supplier} back={back} />}
    </Loaded>
  );
}

function SupplierDetail({ supplier, back }: { supplier: Supplier; back: BackTo }) {
  const { store, may } = useSignedIn();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const { actionsFor, dialog } = useSupplierActions(may, () => void navigate(back.to));
  const { id, name, code } = supplier;
  return (
    <Page>
      <DetailHeader
        back={back}
        title={name}
        badge={<SupplierBadge supplier={supplier} />}
        line={[code, supplier.payment_terms].filter(Boolean).join(' · ')}
        actions={{
          secondary: [
            {
              label: 'Show items',
              icon: <BoxMultiple20Regular />,
              onClick: () => void navigate(`/inventory?supplier_id=${id}`),
            },
          ],
          more: actionsFor(supplier),
          primary: may('inventory.update') && {
            label: 'Edit Supplier',
            icon: <Edit20Regular />,
            onClick: () => void navigate(`/suppliers/${id}/edit`, { state: asForm(state) }),
          },
        }}
      />
      <SupplierFigures supplierId={id} seesCosts={may('costs.view')} />
      <SupplierInformation supplier={supplier} timeZone={zonesOf(store)} />
      <SupplierOrders supplierId={id} timeZone={zonesOf(store)} seesCosts={may('costs.view')} />
      {dialog}
    </Page>
  );
}
