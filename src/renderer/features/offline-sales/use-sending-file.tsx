import { ArrowUpload20Regular } from '@fluentui/react-icons';
import { useRef, type ReactNode } from 'react';
import { offlineSales } from '#contract/offline-sales.ts';
import { z } from '#contract/zod.ts';
import { countText } from '#domain/count-text.ts';
import { useOnce } from '#renderer/lib/use-once.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { FileInput } from '#renderer/ui/file-input.tsx';
import type { Action } from '#renderer/ui/page-actions.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';

/** A file that a till saved of the sales that it could not send. */
const savedSales = z.object({
  sales: z
    .array(z.object({ number: z.string(), key: z.string(), hash: z.string(), body: z.string() }))
    .min(1),
});
type SavedSale = z.output<typeof savedSales>['sales'][number];

function salesIn(text: string): SavedSale[] | null {
  try {
    return savedSales.parse(JSON.parse(text)).sales;
  } catch {
    return null;
  }
}

const salesText = (count: number) => `${countText(count)} ${count === 1 ? 'sale' : 'sales'}`;

/** Sends the sales of a till that cannot send them itself, from the file that it saved; returns the button and its input. */
export function useSendingFile(): { action: Action; input: ReactNode } {
  const notify = useNotify();
  const input = useRef<HTMLInputElement>(null);
  const { run: send } = useRouteMutation(offlineSales.recordByHand, {
    failed: 'The rest of the file was not sent',
  });
  const { busy, run } = useOnce(async (file: File) => {
    const sales = salesIn(await file.text());
    if (!sales) {
      notify.error(
        'This is no file of a till',
        'Choose the file that the till saved under Sales without the server',
      );
      return;
    }
    for (const [sent, { body, ...sale }] of sales.entries()) {
      const text = new TextEncoder().encode(body);
      if (await send({ body: { ...sale, body: text, invoice_number: null } })) continue;
      if (sent > 0)
        notify.warning(
          `${salesText(sent)} of ${sales.length} are recorded`,
          'Send the same file again: nothing is recorded twice.',
        );
      return;
    }
    notify.success(
      `${salesText(sales.length)} of the file ${sales.length === 1 ? 'is' : 'are'} recorded`,
      'Each waits here until somebody has looked at it.',
    );
  });
  return {
    action: {
      label: busy ? 'Sending…' : 'Send a till’s file',
      icon: <ArrowUpload20Regular />,
      busy,
      onClick: () => input.current?.click(),
    },
    input: (
      <FileInput
        ref={input}
        label="File of a till"
        accept=".json,application/json"
        onChoose={(file) => void run(file)}
      />
    ),
  };
}
