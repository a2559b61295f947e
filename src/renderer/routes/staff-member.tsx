import { makeStyles } from '@fluentui/react-components';
import { Edit20Regular, Key20Regular } from '@fluentui/react-icons';
import { useLocation, useNavigate } from 'react-router';
import { people, type StaffMember } from '#contract/people.ts';
import { roleDescriptions } from '#domain/role-texts.ts';
import { zonesOf } from '#domain/store-time.ts';
import { useZoneNamed, useZonesOf } from '#renderer/app/inactive-stores.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { StaffActivity } from '#renderer/features/staff/staff-activity.tsx';
import { StaffOverview } from '#renderer/features/staff/staff-overview.tsx';
import { StaffPermissions } from '#renderer/features/staff/staff-permissions.tsx';
import { mayManage, mayReset } from '#renderer/features/staff/staff-rights.ts';
import { noPerson } from '#renderer/features/staff/staff-skeleton.tsx';
import { StaffPin } from '#renderer/features/staff/staff-pin.tsx';
import { StaffTransactions } from '#renderer/features/staff/staff-transactions.tsx';
import { read } from '#renderer/lib/read.ts';
import { useAddressed } from '#renderer/lib/use-addressed.ts';
import { useBackToList } from '#renderer/lib/use-list.ts';
import { asForm } from '#renderer/lib/use-return.ts';
import { useTabAddress } from '#renderer/lib/use-tab-address.ts';
import { Card } from '#renderer/ui/card.tsx';
import { DetailHeader } from '#renderer/ui/detail-header.tsx';
import { Initials } from '#renderer/ui/initials.tsx';
import { Loaded, type BackTo } from '#renderer/ui/loaded.tsx';
import type { Actions } from '#renderer/ui/page-actions.tsx';
import { Page } from '#renderer/ui/page-header.tsx';
import { RoleBadge } from '#renderer/ui/role-badge.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { TabList, tabPanelProps, type Tab } from '#renderer/ui/tab-list.tsx';
import { palette } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  tabs: { padding: '0 18px', borderBottom: `1px solid ${palette.hairline}` },
});

type TabName = 'overview' | 'transactions' | 'activity' | 'permissions';
const allTabs: readonly [Tab<TabName>, ...Tab<TabName>[]] = [
  { value: 'overview', label: 'Overview' },
  { value: 'transactions', label: 'Transactions' },
  { value: 'activity', label: 'Activity' },
  { value: 'permissions', label: 'Permissions' },
];

/** /staff/:staffId: a staff member with activity and permissions. */
export function StaffMemberPage() {
  const back = { to: useBackToList('/staff'), label: 'Staff' };
  const query = useAddressed('staffId', (staffId) => read(people.get, { params: { staffId } }));
  return (
    <Loaded back={back} query={query} {...noPerson}>
      {(person) => <StaffDetail key={person.id} person={person} back={back} />}
    </Loaded>
  );
}

/** Returns the visible tabs: sales and activity only for oneself and for people who see transactions. */
function useTabs(isOneself: boolean) {
  const { may } = useSignedIn();
  const seesActivity = isOneself || may('transactions.view');
  const [overview, ...others] = allTabs;
  return [overview, ...others.filter(({ value }) => seesActivity || value === 'permissions')] as const;
}

function StaffDetail({ person, back }: { person: StaffMember; back: BackTo }) {
  const styles = useStyles();
  const { staff, store, may } = useSignedIn();
  const isOneself = person.id === staff.id;
  const actions = useStaffActions(person, isOneself);
  const tabs = useTabs(isOneself);
  const address = useTabAddress(tabs);
  const zones = zonesOf(store);
  const zoneOf = useZonesOf();
  const zoneNamed = useZoneNamed();
  const paged = { staffId: person.id, page: address.page, onPage: address.turnTo };
  return (
    <Page>
      <DetailHeader
        back={back}
        title={person.name}
        avatar={<Initials name={person.name} size={40} />}
        badge={
          <>
            <RoleBadge role={person.role} />
            {person.is_active ? null : <StateBadge of="person" state="inactive" />}
          </>
        }
        line={roleDescriptions[person.role]}
        actions={actions}
      />
      <Card flush>
        <div className={styles.tabs}>
          <TabList
            id="staff"
            label="About the staff member"
            tabs={tabs}
            value={address.tab}
            onChange={address.open}
          />
        </div>
        <div {...tabPanelProps('staff', address.tab)}>
          {address.tab === 'overview' ? <StaffOverview person={person} timeZone={zones} /> : null}
          {address.tab === 'overview' && mayManage(staff, person) ? <StaffPin person={person} /> : null}
          {address.tab === 'transactions' ? (
            <StaffTransactions
              {...paged}
              zoneOf={zoneOf}
              linkTo={may('transactions.view') ? (id) => `/transactions/${id}` : null}
            />
          ) : null}
          {address.tab === 'activity' ? (
            <StaffActivity {...paged} timeZone={zones} zoneNamed={zoneNamed} />
          ) : null}
          {address.tab === 'permissions' ? (
            <StaffPermissions role={person.role} held={person.permissions} />
          ) : null}
        </div>
      </Card>
    </Page>
  );
}

/** Reset Password and Edit; for oneself, Change Password, and Edit only for managers. */
function useStaffActions(person: StaffMember, isOneself: boolean): Actions {
  const { staff, may } = useSignedIn();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const manages = mayManage(staff, person);
  if (!isOneself && !manages) return {};
  const goTo = (form: string) => void navigate(`/staff/${person.id}/${form}`, { state: asForm(state) });
  return {
    secondary: [
      (isOneself || (person.is_active && mayReset(staff, person))) && {
        label: isOneself ? 'Change Password' : 'Reset Password',
        icon: <Key20Regular />,
        onClick: () => goTo('reset-password'),
      },
    ],
    primary: (manages || may('staff.manage')) && {
      label: 'Edit',
      icon: <Edit20Regular />,
      onClick: () => goTo('edit'),
    },
  };
}
