import { makeStyles } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { TillSettings } from '#bridge/settings.ts';
import { pos } from '#contract/pos.ts';
import { tillSettingsQuery } from '#renderer/lib/till-settings.ts';
import { useContractForm } from '#renderer/lib/use-contract-form.ts';
import { Button } from '#renderer/ui/button.tsx';
import { DialogShell } from '#renderer/ui/dialog-shell.tsx';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { palette, type } from '#renderer/ui/theme.ts';
import { useApproval } from '#renderer/ui/use-approval.tsx';
import { useNoSale, type DrawerFrame } from './use-no-sale.ts';

const useStyles = makeStyles({ text: { ...type.body, margin: 0, color: palette.text2 } });

type NoSaleDialogProps = { frame: DrawerFrame; onClose: () => void };

/** Why this till cannot open a drawer at all, or null when it can. */
function whyNot({ printer }: TillSettings): string | null {
  if (!printer) return 'No receipt printer is set up at this till, and the drawer opens through the printer.';
  return printer.drawer_pin === null ? 'This till is set up without a cash drawer.' : null;
}

/** Opens the drawer without a sale: asks why, and says where there is no drawer to open. */
export function NoSaleDialog(props: NoSaleDialogProps) {
  const styles = useStyles();
  const { data: settings } = useQuery(tillSettingsQuery);
  if (!settings) return null;
  const trouble = whyNot(settings);
  if (trouble === null) return <NoSaleForm {...props} />;
  const foot = (
    <Button size="till" appearance="primary" autoFocus onClick={props.onClose}>
      Close
    </Button>
  );
  return (
    <DialogShell open width={480} title="No sale" onClose={props.onClose} foot={foot}>
      <p className={styles.text}>{trouble} Set it up under This till, in the menu with your name.</p>
    </DialogShell>
  );
}

function NoSaleForm({ frame, onClose }: NoSaleDialogProps) {
  const open = useNoSale(frame);
  const approval = useApproval('no_sale');
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
