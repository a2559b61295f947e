import { WindowMultiple20Regular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import type { z } from '#contract/zod.ts';
import { useNote } from '#renderer/lib/saved-note.ts';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { DetailHeader } from './detail-header.tsx';
import { EmptyState } from './empty-state.tsx';
import { Page } from './page-header.tsx';

type SavedInputProps<S extends z.ZodType> = {
  /** The name it is saved under. */
  name: string;
  schema: S;
  /** The value when nothing was saved. */
  nothing: z.output<S>;
  /** "receipt". */
  what: string;
  /** The page's title while another window holds it. */
  title: string;
  back: { to: string; label: string };
  children: (saved: z.output<S>) => ReactNode;
};

/** Renders with the saved input of this device, in one window at a time: two would overwrite each other's. */
export function SavedInput<S extends z.ZodType>({
  name,
  schema,
  nothing,
  children,
  ...shown
}: SavedInputProps<S>) {
  const { note, isElsewhere, takeOver } = useNote(name, schema, nothing);
  if (note !== null) return children(note);
  if (!isElsewhere) return null;
  return (
    <Page>
      <DetailHeader back={shown.back} title={shown.title} line="In one window at a time" />
      <Card flush>
        <EmptyState
          icon={<WindowMultiple20Regular />}
          title={`This ${shown.what} is open in another window`}
          action={<Button onClick={takeOver}>Go on here</Button>}
        >
          Go on with it there. Once that window is closed, or shows another page, it goes on here.
        </EmptyState>
      </Card>
    </Page>
  );
}
