import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { ServerLook } from '#bridge/connection.ts';
import { managesTill } from '#domain/roles.ts';
import { scannerSheet } from '#domain/scanner-sheet.ts';
import { zonesOf } from '#domain/store-time.ts';
import { useSlipFrame } from '#renderer/app/use-slip-frame.ts';
import { useSession, useSignedIn } from '#renderer/app/session.tsx';
import { BrowserDevices } from '#renderer/features/device/browser-devices.tsx';
import { DeviceSettings, type DeviceSettingsProps } from '#renderer/features/device/device-settings.tsx';
import { useTillState, useWorkingSale } from '#renderer/features/pos/sale/till-context.ts';
import { tillSettingsQuery } from '#renderer/lib/till-settings.ts';
import { till } from '#renderer/lib/till.ts';
import { useSlipPrinting } from '#renderer/lib/use-slip-printing.ts';
import { Card } from '#renderer/ui/card.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { Page, PageHeader } from '#renderer/ui/page-header.tsx';
import { LoadingNote, Skeleton } from '#renderer/ui/skeleton.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';

/** /device: this till's devices and its server; also open before the sign-in. */
export function DevicePage() {
  const session = useSession();
  const settings = useQuery(tillSettingsQuery);
  if (till.kind === 'browser') return <BrowserDevices />;
  if (!settings.data) {
    return (
      <Page>
        <PageHeader title="This Till" />
        {settings.isError ? (
          <Card flush>
            <ErrorState
              title="The till’s settings could not be read"
              onRetry={() => void settings.refetch()}
            />
          </Card>
        ) : (
          <Card title="Server">
            <LoadingNote>Loading settings</LoadingNote>
            <Skeleton height={32} width={400} />
          </Card>
        )}
      </Page>
    );
  }
  return session.state === 'signed-in' ? (
    <OwnDevices settings={settings.data} />
  ) : (
    <OpenDevices settings={settings.data} />
  );
}

type Settings = Pick<DeviceSettingsProps, 'settings'>;

/** Reports the till's new server, and goes to the sign-in if asked to. */
function useTellServer() {
  const notify = useNotify();
  const navigate = useNavigate();
  return ({ url }: ServerLook, leadsToSignIn: boolean) => {
    notify.success('Server changed', `This till works with ${url}.`);
    if (leadsToSignIn) void navigate('/login');
  };
}

/** Before the sign-in: everything except what needs a manager or a shop. */
function OpenDevices({ settings }: Settings) {
  const session = useSession();
  const tellServer = useTellServer();
  return (
    <DeviceSettings
      settings={settings}
      server={settings.server}
      timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}
      mayLeaveKiosk={false}
      onPrintSheet={null}
      leaving={{ isSignedIn: false, cart: null }}
      onLeave={() => Promise.resolve()}
      onChosen={(look) => {
        if (session.state === 'unreachable') session.retry();
        tellServer(look, true);
      }}
    />
  );
}

function OwnDevices({ settings }: Settings) {
  const { staff, store, forget } = useSignedIn();
  const frame = useSlipFrame();
  const sale = useWorkingSale();
  const { cart } = useTillState();
  const tellServer = useTellServer();
  const print = useSlipPrinting();
  const { length } = cart.lines;
  const printSheet = () => print(scannerSheet(settings.scanners, frame.plain()));
  return (
    <DeviceSettings
      settings={settings}
      server={settings.server}
      timeZone={zonesOf(store)}
      mayLeaveKiosk={managesTill(staff.role)}
      onPrintSheet={() => void printSheet()}
      leaving={{
        isSignedIn: true,
        cart:
          length === 0
            ? null
            : length === 1
              ? 'The item in the cart is'
              : `The ${length} items in the cart are`,
      }}
      onLeave={sale.leave}
      onChosen={(look, isMove) => {
        if (isMove) forget();
        tellServer(look, isMove);
      }}
    />
  );
}
