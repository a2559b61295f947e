import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TillSettings } from '#bridge/settings.ts';
import { pos } from '#contract/pos.ts';
import { noSaleSlip } from '#domain/no-sale.ts';
import { useSlipFrame } from '#renderer/app/use-slip-frame.ts';
import type { Approved } from '#renderer/lib/api-client.ts';
import { useConnection } from '#renderer/lib/connection.ts';
import { type DrawerKick, kickDrawer } from '#renderer/lib/kick-drawer.ts';
import { createRequestKeys } from '#renderer/lib/send-once.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { tillSettingsQuery } from '#renderer/lib/till-settings.ts';
import { useContractForm } from '#renderer/lib/use-contract-form.ts';
import { type OnError, useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { DialogShell } from '#renderer/ui/dialog-shell.tsx';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { useApproval } from '#renderer/ui/use-approval.tsx';
import { SendButton } from '#renderer/ui/unsaved-dialog.tsx';
import { notWithoutServer } from '../offline/why-not.ts';

/** Opens the drawer without a sale: the server records it first, then the printer opens the drawer, once. */
function useNoSale() {
  const frame = useSlipFrame();
  const notify = useNotify();
  const [keys] = useState(createRequestKeys);
  const { run } = useRouteMutation(pos.noSale, { failed: 'The drawer stays closed' }, { keys });

  const tell = ({ state, reason }: DrawerKick) => {
    switch (state) {
      case 'opened':
        return notify.success('Drawer opened', 'It was noted with your reason.');
      case 'unsure':
        notify.warning('Check the drawer', `The printer did not confirm it. ${reason ?? ''}`.trim());
        break;
      case 'closed':
        notify.error('The drawer could not be opened', reason ?? 'The printer does not answer');
    }
    soundError();
  };
  const kick = async (reason: string, key: string) => {
    try {
      tell(await kickDrawer(noSaleSlip(reason, frame.plain()), `no-sale-${key}`));
    } catch {
      tell({ state: 'closed', reason: 'The till could not reach its printer queue' });
    }
  };
  /** Returns true if the server recorded it; the printer's result is reported. */
  return async (reason: string, refused: OnError, approved: Approved): Promise<boolean> => {
    const key = keys.read();
    if (!(await run({ body: { reason }, ...approved }, refused))) return false;
    await kick(reason, key);
    return true;
  };
}

type NoSaleDialogProps = { onClose: () => void };

/** Returns why this till cannot open a drawer; null if it can. */
function whyNot({ printer }: TillSettings): string | null {
  if (!printer) return 'No receipt printer is set up at this till, and the drawer opens through the printer.';
  return printer.drawer_pin === null ? 'This till is set up without a cash drawer.' : null;
}

/** Opens the drawer without a sale: asks for the reason, or says why this till has no drawer to open. */
export function NoSaleDialog(props: NoSaleDialogProps) {
  const { data: settings } = useQuery(tillSettingsQuery);
  if (!settings) return null;
  const trouble = whyNot(settings);
  if (trouble === null) return <NoSaleForm {...props} />;
  const foot = (
    <SendButton appearance="primary" autoFocus onClick={props.onClose}>
      Close
    </SendButton>
  );
  return (
    <DialogShell open width={480} title="No sale" onClose={props.onClose} foot={foot}>
      <Text as="p" size="body" tone="text2">
        {trouble} Set it up under This Till, in the menu with your name.
      </Text>
    </DialogShell>
  );
}

function NoSaleForm({ onClose }: NoSaleDialogProps) {
  const open = useNoSale();
  const approval = useApproval('no_sale');
  const { isReachable } = useConnection();
  const why = isReachable ? null : notWithoutServer.noSale;
  const form = useContractForm(pos.noSale.body, {
    values: { reason: '' },
    send: async ({ reason }, { onError }) => {
      const approved = await approval.ask({ what: [{ label: 'Reason', value: reason }] });
      if (approved && (await open(reason, onError, approved))) onClose();
    },
  });
  return (
    <FormDialog
      form={form.state}
      title="Open the drawer without a sale?"
      line="It is noted with your name, the time and the reason."
      submitLabel={form.state.busy ? 'Opening…' : 'Open drawer'}
      disabledReason={why}
      footNote={why}
      deliberate
      onClose={onClose}
    >
      <TextField
        {...form.field('reason')}
        label="Reason"
        required
        size={44}
        autoFocus
        autoComplete="off"
        maxLength={500}
        placeholder="Change for a customer"
      />
      {approval.dialog}
    </FormDialog>
  );
}
