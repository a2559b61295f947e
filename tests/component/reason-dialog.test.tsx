import { useState } from 'react';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Screen } from '#renderer/app/screens.tsx';
import { listenToScanners } from '#renderer/lib/scans.ts';
import { ReasonDialog } from '#renderer/ui/reason-dialog.tsx';
import { axeViolations } from '#tests/support/component/axe.ts';
import { openScreen } from '#tests/support/component/open-screen.tsx';
import { pressAsScanner } from '#tests/support/component/scanner-keys.ts';
import { isGone, isShown } from '#tests/support/component/shown.ts';

const CODE = '356938035643809';

function Asking({ long = false }: { long?: boolean }) {
  const [confirmed, setConfirmed] = useState<readonly string[]>([]);
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <output>{JSON.stringify(confirmed)}</output>
      {isOpen ? (
        <ReasonDialog
          long={long}
          title="Void it?"
          consequence="This cannot be undone."
          confirmLabel="Void ₱100.00"
          busy={false}
          onConfirm={(reason) => setConfirmed([...confirmed, reason])}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
const asked = (path: string, long: boolean): Screen => ({
  path,
  title: 'Tried',
  permission: 'signed_in',
  load: () => Promise.resolve(() => <Asking long={long} />),
});
const more = [asked('/line', false), asked('/lines', true)];

describe.each([
  ['a line', '/line', CODE],
  ['several lines', '/lines', `${CODE}\n`],
])('the dialog that asks for a reason of %s', (_, path, typed) => {
  beforeEach(async () => {
    await openScreen(path, { email: 'store_manager@demo.test', more });
    await expect.element(reason()).toHaveFocus();
  });
  const reason = () => page.getByLabelText('Reason');
  const confirmed = () => document.querySelector('output')?.textContent;

  it('is not confirmed by a scan, whether it is known as one or typed too slowly for that', async () => {
    const scans: string[] = [];
    onTestFinished(listenToScanners((code) => scans.push(code)));
    await pressAsScanner([...CODE, 'Enter']);
    expect(scans).toEqual([CODE]);
    await expect.element(reason()).toHaveValue('');
    await pressAsScanner([...CODE, 'Enter'], 60);
    await expect.element(reason()).toHaveValue(typed);
    expect([scans, confirmed()]).toEqual([[CODE], '[]']);
  });

  it('is confirmed by Ctrl+Enter, once, and asks for what is missing', async () => {
    expect(await axeViolations()).toEqual([]);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await isShown(page.getByText('Reason required'));
    await reason().fill('Wrong customer');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(confirmed).toBe('["Wrong customer"]');
  });

  it('is confirmed by Ctrl+Enter on one of its buttons, too', async () => {
    await reason().fill('Wrong customer');
    await userEvent.tab();
    await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(confirmed).toBe('["Wrong customer"]');
    await isShown(reason());
  });

  it('asks with Esc before a typed reason is lost, and is closed by Cancel', async () => {
    const question = page.getByRole('alertdialog', { name: 'Close without saving?' });
    await reason().fill('Half typed');
    await userEvent.keyboard('{Escape}');
    await question.getByRole('button', { name: 'Stay' }).click();
    await isGone(question);
    await expect.element(reason()).toHaveValue('Half typed');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await isGone(reason());
    expect(confirmed()).toBe('[]');
  });
});
