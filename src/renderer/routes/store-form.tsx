import { BuildingShop24Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { stores, type StoreDetail } from '#contract/stores.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { noStore } from '#renderer/features/stores/no-store.tsx';
import { StoreFormPage } from '#renderer/features/stores/store-form-page.tsx';
import { read } from '#renderer/lib/read.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useReload } from '#renderer/lib/use-versioned-form.ts';
import { useIdParam } from '#renderer/lib/use-id-param.ts';
import { useBackToList } from '#renderer/lib/use-list.ts';
import { useReturn } from '#renderer/lib/use-return.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { DetailHeader } from '#renderer/ui/detail-header.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Page, PageHeader } from '#renderer/ui/page-header.tsx';

/** /stores/new. */
export function NewStorePage() {
  const back = { to: useBackToList('/stores'), label: 'Stores' };
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const { run } = useRouteMutation(stores.create, {
    done: ({ name }) => `${name} created`,
    failed: 'Failed to create store',
  });
  return (
    <StoreFormPage
      store={null}
      header={
        <DetailHeader
          back={back}
          title="New Store"
          line="It starts with the default settings. Its staff is assigned afterwards."
        />
      }
      send={async (body, { onError, isShown }) => {
        const store = await run({ body }, onError);
        if (store && isShown()) await navigate(`/stores/${store.id}`, { replace: true, state });
      }}
      onCancel={() => void navigate(back.to)}
    />
  );
}

/** /stores/:storeId/edit. */
export function EditStorePage() {
  const back = { to: useBackToList('/stores'), label: 'Stores' };
  const { staff } = useSignedIn();
  const storeId = useIdParam('storeId');
  const isOwn = storeId !== null && staff.store_ids.includes(storeId);
  const query = useQuery({
    ...read(stores.get, { params: { storeId: storeId ?? 0 } }),
    enabled: isOwn,
  });
  return (
    <Loaded back={back} query={isOwn ? query : null} {...noStore}>
      {(store) =>
        store.is_active ? <EditStore key={store.id} store={store} /> : <NoMoreEdited store={store} />
      }
    </Loaded>
  );
}

/** Replaces the form of a deactivated store, whose records can only be read. */
function NoMoreEdited({ store }: { store: StoreDetail }) {
  const navigate = useNavigate();
  return (
    <Page>
      <PageHeader title="Edit Store" />
      <Card flush>
        <div role="alert">
          <EmptyState
            icon={<BuildingShop24Regular />}
            title={`${store.name} is inactive`}
            action={
              <Button
                appearance="primary"
                onClick={() => void navigate(`/stores/${store.id}`, { replace: true })}
              >
                Back to {store.name}
              </Button>
            }
          >
            It cannot be changed any more.
          </EmptyState>
        </div>
      </Card>
    </Page>
  );
}

function EditStore({ store }: { store: StoreDetail }) {
  const { state } = useLocation() as { state: unknown };
  const detail = `/stores/${store.id}`;
  const leave = useReturn(detail);
  const params = { storeId: store.id };
  const { run } = useRouteMutation(stores.update, {
    done: 'Store updated',
    failed: 'Failed to update store',
  });
  return (
    <StoreFormPage
      store={store}
      header={
        <DetailHeader
          back={{ to: detail, label: store.name, state }}
          title="Edit Store"
          line={`${store.code} · ${store.name}`}
        />
      }
      load={useReload(stores.get, { params })}
      send={async (_, { changed, known, onError, isShown }) => {
        const { code: _code, ...changes } = changed;
        const saved = await run({ params, body: { ...changes, known } }, onError);
        if (saved && isShown()) await leave();
      }}
      onCancel={() => void leave()}
    />
  );
}
