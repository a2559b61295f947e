import { useLocation, useNavigate } from 'react-router';
import { people, type StaffMember } from '#contract/people.ts';
import { roleLabel } from '#domain/roles.ts';
import { storeChoice } from '#renderer/app/inactive-stores.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { NotAllowed } from '#renderer/ui/not-allowed.tsx';
import { StaffFormPage } from '#renderer/features/staff/staff-form-page.tsx';
import { mayManage, whoManages } from '#renderer/features/staff/staff-rights.ts';
import { noPerson } from '#renderer/features/staff/staff-skeleton.tsx';
import { read } from '#renderer/lib/read.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useReload } from '#renderer/lib/use-versioned-form.ts';
import { useAddressed } from '#renderer/lib/use-addressed.ts';
import { useBackToList } from '#renderer/lib/use-list.ts';
import { useReturn } from '#renderer/lib/use-return.ts';
import { DetailHeader } from '#renderer/ui/detail-header.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';

/** /staff/new. */
export function NewStaffPage() {
  const { staff, store, stores } = useSignedIn();
  const back = { to: useBackToList('/staff'), label: 'Staff' };
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const { run } = useRouteMutation(people.create, {
    done: ({ name }) => `${name} created`,
    failed: 'Failed to create staff member',
  });
  if (staff.gives_roles.length === 0) {
    return (
      <NotAllowed
        back={back}
        title="New Staff Member"
        why={whoManages}
        line={staff.name}
        text="You don't have permission to add staff members"
      />
    );
  }
  return (
    <StaffFormPage
      person={null}
      roles={staff.gives_roles}
      stores={stores}
      primaryStore={stores.some(({ id }) => id === store.id) ? store.id : null}
      header={
        <DetailHeader
          back={back}
          title="New Staff Member"
          line="They sign in with this email and a first password, and then choose their own."
        />
      }
      send={async (body, { onError, isShown }) => {
        const { password = '', primary_store_id: primary = 0 } = body;
        const made = await run({ body: { ...body, password, primary_store_id: primary } }, onError);
        if (made && isShown()) await navigate(`/staff/${made.id}`, { replace: true, state });
      }}
      onCancel={() => void navigate(back.to)}
    />
  );
}

/** /staff/:staffId/edit. */
export function EditStaffPage() {
  const back = { to: useBackToList('/staff'), label: 'Staff' };
  const query = useAddressed('staffId', (staffId) => read(people.get, { params: { staffId } }));
  return (
    <Loaded back={back} query={query} {...noPerson}>
      {(person) => <EditStaff key={person.id} person={person} />}
    </Loaded>
  );
}

function EditStaff({ person }: { person: StaffMember }) {
  const { staff, stores, refresh } = useSignedIn();
  const { state } = useLocation() as { state: unknown };
  const page = `/staff/${person.id}`;
  const leave = useReturn(page);
  const params = { staffId: person.id };
  const reload = useReload(people.get, { params });
  const isOneself = person.id === staff.id;
  const { run } = useRouteMutation(people.update, {
    done: 'Staff member updated',
    failed: 'Failed to update staff member',
  });
  const back = { to: page, label: person.name, state };
  if (!isOneself && !mayManage(staff, person)) {
    return (
      <NotAllowed
        back={back}
        title="Edit Staff Member"
        why={whoManages}
        line={person.name}
        text="You don't have permission to edit this staff member"
      />
    );
  }
  const given = staff.gives_roles;
  const others = person.stores
    .filter(({ id }) => !stores.some((store) => store.id === id))
    .map((other) =>
      // Whoever sees all stores finds none but inactive ones here.
      staff.store_ids.includes(other.id)
        ? { ...storeChoice({ ...other, is_active: false }), isInactive: true }
        : { ...other, fixed: true },
    );
  return (
    <StaffFormPage
      person={person}
      isOneself={isOneself}
      roles={given.includes(person.role) ? given : [person.role, ...given]}
      stores={[...stores, ...others]}
      primaryStore={person.primary_store_id}
      header={<DetailHeader back={back} title="Edit Staff Member" line={roleLabel(person.role)} />}
      load={reload}
      send={async (_, { changed, known, onError, isShown }) => {
        const saved = await run({ params, body: { ...changed, known } }, onError);
        if (!saved) return;
        if (isOneself) await refresh();
        if (isShown()) await leave();
      }}
      onCancel={() => void leave()}
    />
  );
}
