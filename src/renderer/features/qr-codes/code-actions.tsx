import { Add20Regular, Copy20Regular, Open20Regular, Prohibited20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { qrCodes, type QrCode } from '#contract/qr-codes.ts';
import type { Permission } from '#domain/permissions.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useCopying } from '#renderer/lib/use-copying.ts';
import { ReasonDialog } from '#renderer/ui/reason-dialog.tsx';
import type { RowAction } from '#renderer/ui/row-menu.tsx';
import { addPath } from './qr-text.ts';

/** Returns the actions on a code of the current store, and their confirmation dialog. */
export function useCodeActions(may: (permission: Permission) => boolean) {
  const navigate = useNavigate();
  const copy = useCopying();
  const [voided, setVoided] = useState<QrCode | null>(null);
  const actionsFor = ({ ...code }: QrCode): RowAction[] => [
    ...(code.status === 'unused' && may('inventory.create')
      ? [
          {
            label: 'Add Item',
            icon: <Add20Regular />,
            onClick: () => void navigate(addPath(code.qr_code)),
          },
        ]
      : []),
    ...(code.inventory_item?.is_yours
      ? [
          {
            label: 'View item',
            icon: <Open20Regular />,
            onClick: () => void navigate(`/inventory/${code.inventory_item?.id}`),
          },
        ]
      : []),
    {
      label: 'Copy code',
      icon: <Copy20Regular />,
      onClick: () => void copy(code.qr_code),
    },
    ...(code.status === 'unused' && may('qr.delete')
      ? [
          {
            label: 'Void',
            icon: <Prohibited20Regular />,
            danger: true,
            onClick: () => setVoided(code),
          },
        ]
      : []),
  ];
  return {
    actionsFor,
    dialog: voided ? <VoidDialog code={voided} onClose={() => setVoided(null)} /> : null,
  };
}

/** Asks for the reason to void a code. */
function VoidDialog({ code, onClose }: { code: QrCode; onClose: () => void }) {
  const { qr_code, supplier_transaction } = code;
  const { busy, run } = useRouteMutation(qrCodes.void, {
    done: `${qr_code} voided`,
    failed: 'Failed to void QR code',
  });
  const confirm = async (reason: string) => {
    if (await run({ params: { code: qr_code }, body: { reason } })) onClose();
  };
  return (
    <ReasonDialog
      title={`Void ${qr_code}?`}
      consequence={`Its label adds no item any more, for good. Another code can be generated for ${supplier_transaction.transaction_number} in its place.`}
      confirmLabel={`Void ${qr_code}`}
      busy={busy}
      onConfirm={(reason) => void confirm(reason)}
      onClose={onClose}
    />
  );
}
