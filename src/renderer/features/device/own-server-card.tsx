import { useOwnServer } from '#renderer/lib/own-server.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { useSettingUp } from './use-setting-up.ts';

/** Shows the shop's server that runs on this computer, and brings it to this program's version; nothing where there is none. */
export function OwnServerCard({ disabledReason }: { disabledReason: string | null }) {
  const notify = useNotify();
  const own = useOwnServer();
  const { busy, trouble, setUp } = useSettingUp(() => notify.success('The server was updated'));
  if (!own || own.installed === null) return null;
  return (
    <Card title="Server of this computer">
      <Stack gap={12}>
        <Text as="p" size="body" tone="text2" breaks>
          {`Version ${own.installed}. Data and backups of the shop lie in ${own.data}.`}
        </Text>
        {own.is_outdated ? (
          <>
            <Text as="p" size="body" tone="text2">
              {`This till brings version ${own.packed}. All tills wait a minute meanwhile, and an administrator has to allow it.`}
            </Text>
            <div>
              <Button busy={busy} disabledReason={disabledReason} onClick={setUp}>
                Update the server
              </Button>
            </div>
          </>
        ) : null}
        {trouble === null ? null : (
          <Text as="p" role="alert" size="bodyStrong" tone="danger" breaks>
            {trouble}
          </Text>
        )}
      </Stack>
    </Card>
  );
}
