import { useLocation, useNavigate } from 'react-router';
import { suppliers, type Supplier } from '#contract/suppliers.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { noSupplier } from '#renderer/features/suppliers/no-supplier.tsx';
import { SupplierFormPage } from '#renderer/features/suppliers/supplier-form-page.tsx';
import { read } from '#renderer/lib/read.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useReload } from '#renderer/lib/use-versioned-form.ts';
import { useAddressed } from '#renderer/lib/use-addressed.ts';
import { useBackToList } from '#renderer/lib/use-list.ts';
import { useReturn } from '#renderer/lib/use-return.ts';
import { DetailHeader } from '#renderer/ui/detail-header.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { NotAllowed } from '#renderer/ui/not-allowed.tsx';

/** /suppliers/create. */
export function NewSupplierPage() {
  const back = { to: useBackToList('/suppliers'), label: 'Suppliers' };
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const { may } = useSignedIn();
  const { run } = useRouteMutation(suppliers.create, {
    done: ({ name }) => `${name} created`,
    failed: 'Failed to create supplier',
  });
  if (!may('inventory.create')) {
    return (
      <NotAllowed
        back={back}
        title="New Supplier"
        line="Companies you buy stock from."
        text="You don't have permission to create suppliers."
        why="Your role lacks “Add stock and orders”. An admin can grant it."
      />
    );
  }
  return (
    <SupplierFormPage
      supplier={null}
      header={<DetailHeader back={back} title="New Supplier" line="A name and a code are enough to start." />}
      send={async (body, { onError, isShown }) => {
        const supplier = await run({ body }, onError);
        if (supplier && isShown()) await navigate(`/suppliers/${supplier.id}`, { replace: true, state });
      }}
      onCancel={() => void navigate(back.to)}
    />
  );
}

/** /suppliers/:supplierId/edit. */
export function EditSupplierPage() {
  const back = { to: useBackToList('/suppliers'), label: 'Suppliers' };
  const { may } = useSignedIn();
  const query = useAddressed('supplierId', (supplierId) => read(suppliers.get, { params: { supplierId } }));
  return (
    <Loaded back={back} query={query} {...noSupplier}>
      {(supplier) =>
        may('inventory.update') ? (
          <EditSupplier key={supplier.id} supplier={supplier} />
        ) : (
          <NotAllowed
            back={back}
            title="Edit Supplier"
            line={`${supplier.code} · ${supplier.name}`}
            text="You don't have permission to edit suppliers."
            why="To edit suppliers, your role needs “Receive goods”. An admin can grant it."
          />
        )
      }
    </Loaded>
  );
}

function EditSupplier({ supplier }: { supplier: Supplier }) {
  const { state } = useLocation() as { state: unknown };
  const detail = `/suppliers/${supplier.id}`;
  const leave = useReturn(detail);
  const params = { supplierId: supplier.id };
  const { run } = useRouteMutation(suppliers.update, {
    done: 'Supplier updated',
    failed: 'Failed to update supplier',
  });
  return (
    <SupplierFormPage
      supplier={supplier}
      header={
        <DetailHeader
          back={{ to: detail, label: supplier.name, state }}
          title="Edit Supplier"
          line={supplier.code}
        />
      }
      load={useReload(suppliers.get, { params })}
      send={async (_, { changed, known, onError, isShown }) => {
        const saved = await run({ params, body: { ...changed, known } }, onError);
        if (saved && isShown()) await leave();
      }}
      onCancel={() => void leave()}
    />
  );
}
