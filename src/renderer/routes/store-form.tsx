import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { contract } from '#contract/index.ts';
import { stores, type StoreDetail } from '#contract/stores.ts';
import { ActiveStoreOnly } from '#renderer/app/active-store-only.tsx';
import { useSignedIn } from '#renderer/app/session.tsx';
import { noStore } from '#renderer/features/stores/no-store.tsx';
import { StoreFormPage } from '#renderer/features/stores/store-form-page.tsx';
import { read } from '#renderer/lib/read.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useReload } from '#renderer/lib/use-versioned-form.ts';
import { useIdParam } from '#renderer/lib/use-id-param.ts';
import { useBackToList } from '#renderer/lib/use-list.ts';
import { useReturn } from '#renderer/lib/use-return.ts';
import { DetailHeader } from '#renderer/ui/detail-header.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';

/** /stores/new. */
export function NewStorePage() {
  const back = { to: useBackToList('/stores'), label: 'Stores' };
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const { may } = useSignedIn();
  const defaults = useQuery({ ...read(contract.stores.defaults), enabled: may('stores.settings') });
  const { run } = useRouteMutation(stores.create, {
    done: ({ name }) => `${name} created`,
    failed: 'Failed to create store',
  });
  return (
    <StoreFormPage
      store={null}
      defaults={defaults.data ?? null}
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
      {(store) => (
        <ActiveStoreOnly
          key={store.id}
          store={store}
          title="Edit Store"
          back={{ to: `/stores/${store.id}`, label: store.name }}
          why="It cannot be changed any more."
        >
          <EditStore store={store} />
        </ActiveStoreOnly>
      )}
    </Loaded>
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
        <DetailHeader back={{ to: detail, label: store.name, state }} title="Edit Store" line={store.code} />
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
