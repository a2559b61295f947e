import { makeStyles } from '@fluentui/react-components';
import { Edit20Regular, Key20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { roleLabel } from '#domain/roles.ts';
import { useChainSettings } from '#renderer/app/chain-settings.tsx';
import { useSignedIn } from '#renderer/app/session.tsx';
import { PinCard } from '#renderer/features/account/pin-card.tsx';
import { SessionsCard } from '#renderer/features/account/sessions-card.tsx';
import { SupportCard } from '#renderer/features/account/support-card.tsx';
import { ChangePasswordDialog } from '#renderer/features/session/change-password-dialog.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { Row } from '#renderer/ui/layout.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { Page, PageHeader } from '#renderer/ui/page-header.tsx';

const useStyles = makeStyles({
  cards: { display: 'flex', flexDirection: 'column', gap: '16px', maxWidth: '1064px' },
});

/** /account: the signed-in person, their other sign-ins, and details for support. */
export function AccountPage() {
  const styles = useStyles();
  const { staff, stores, store } = useSignedIn();
  const { shop_name } = useChainSettings();
  const navigate = useNavigate();
  const [isChanging, setChanging] = useState(false);
  return (
    <Page>
      <PageHeader title="My Account" line="Your role and stores are changed by a manager." />
      <div className={styles.cards}>
        <Card
          title="You"
          side={
            <Row gap={8}>
              <Button icon={<Edit20Regular />} onClick={() => void navigate(`/staff/${staff.id}/edit`)}>
                Edit
              </Button>
              <Button icon={<Key20Regular />} onClick={() => setChanging(true)}>
                Change Password
              </Button>
            </Row>
          }
        >
          <Facts
            facts={[
              { label: 'Name', value: staff.name },
              { label: 'Email', value: staff.email },
              { label: 'Role', value: roleLabel(staff.role) },
              {
                label: 'Stores',
                value: stores.map(({ id, name }) => (
                  <Text key={id} block>
                    {name}
                  </Text>
                )),
              },
            ]}
          />
        </Card>
        <PinCard name={staff.name} shopName={shop_name} />
        <SessionsCard store={store} />
        <Card title="Contact support">
          <SupportCard />
        </Card>
      </div>
      {isChanging ? <ChangePasswordDialog onClose={() => setChanging(false)} /> : null}
    </Page>
  );
}
