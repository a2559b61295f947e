import { useState } from 'react';
import { ChangePasswordDialog } from '#renderer/features/session/change-password-dialog.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { DialogShell } from '#renderer/ui/dialog-shell.tsx';
import { KeyCap } from '#renderer/ui/key-cap.tsx';
import { ProductPicture } from '#renderer/ui/product-picture.tsx';
import { StockBadge } from '#renderer/ui/stock-badge.tsx';
import { Frame } from './frame.tsx';

const nothing = () => undefined;

/** A dialog with picture, keys and a pinned foot. */
export function PickerSample() {
  return (
    <Frame till>
      <h1>Till</h1>
      <DialogShell
        open
        onClose={nothing}
        width={880}
        title="Select Product Variation"
        line="iPhone 15 · 10 available at Makati – Ayala"
        picture={<ProductPicture kind="phone" colour="Black" size={48} />}
        footNote={
          <>
            <KeyCap>↑</KeyCap> <KeyCap>↓</KeyCap> choose <KeyCap>Enter</KeyCap> add <KeyCap>Esc</KeyCap> close
          </>
        }
        foot={
          <>
            <Button size="till">Cancel</Button>
            <Button size="till" appearance="primary">
              Add to Cart
            </Button>
          </>
        }
      >
        128 GB, Black <StockBadge available={3} />
      </DialogShell>
    </Frame>
  );
}

/** Opens by itself; Esc closes it, the button opens it again. */
export function ConfirmSample() {
  const [open, setOpen] = useState(true);
  return (
    <Frame till>
      <h1>Till</h1>
      <Button onClick={() => setOpen(true)}>Clear Items</Button>
      <ConfirmDialog
        open={open}
        title="Clear the cart?"
        consequence="Are you sure you want to clear the current transaction? This action cannot be undone."
        confirmLabel="Clear 4 items"
        onConfirm={() => setOpen(false)}
        onCancel={() => setOpen(false)}
      />
    </Frame>
  );
}

export function PasswordSample() {
  return (
    <Frame>
      <h1>Dashboard</h1>
      <ChangePasswordDialog
        open
        onClose={nothing}
        onSubmit={() => Promise.resolve({ current_password: 'Wrong password' })}
      />
    </Frame>
  );
}
