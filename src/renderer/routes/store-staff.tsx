import { useQuery } from '@tanstack/react-query';
import { useLocation, useSearchParams } from 'react-router';
import { stores } from '#contract/stores.ts';
import { zonesOf } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { noStore } from '#renderer/features/stores/no-store.tsx';
import { StoreStaff } from '#renderer/features/stores/store-staff.tsx';
import { read } from '#renderer/lib/read.ts';
import { useIdParam } from '#renderer/lib/use-id-param.ts';
import { useBackToList } from '#renderer/lib/use-list.ts';
import { Card } from '#renderer/ui/card.tsx';
import { DetailHeader } from '#renderer/ui/detail-header.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Page } from '#renderer/ui/page-header.tsx';

/** /stores/:storeId/staff: the people of one store. */
export function StoreStaffPage() {
  const back = { to: useBackToList('/stores'), label: 'Stores' };
  const { staff } = useSignedIn();
  const { state } = useLocation() as { state: unknown };
  const [params, setParams] = useSearchParams();
  const storeId = useIdParam('storeId');
  const isOwn = storeId !== null && staff.store_ids.includes(storeId);
  const query = useQuery({
    ...read(stores.get, { params: { storeId: storeId ?? 0 } }),
    enabled: isOwn,
  });
  const page = Number(params.get('page'));
  return (
    <Loaded back={back} query={isOwn ? query : null} {...noStore}>
      {(store) => (
        <Page>
          <DetailHeader
            back={{ to: `/stores/${store.id}`, label: store.name, state }}
            title="Staff"
            line={`Who works at ${store.name}.`}
          />
          <Card flush>
            <StoreStaff
              storeId={store.id}
              timeZone={zonesOf(store)}
              page={Number.isSafeInteger(page) && page > 0 ? page : 1}
              onPage={(number) =>
                setParams(number > 1 ? { page: String(number) } : {}, { replace: true, state })
              }
              linkTo={(id) => `/staff/${id}`}
            />
          </Card>
        </Page>
      )}
    </Loaded>
  );
}
