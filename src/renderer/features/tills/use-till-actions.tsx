import {
  ArrowSync20Regular,
  Delete20Regular,
  Edit20Regular,
  KeyReset20Regular,
  PlugDisconnected20Regular,
} from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tills, type Till } from '#contract/shifts.ts';
import { tillReleases } from '#contract/till-releases.ts';
import { read } from '#renderer/lib/read.ts';
import { useContractForm } from '#renderer/lib/use-contract-form.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { ReasonDialog } from '#renderer/ui/reason-dialog.tsx';
import type { RowAction } from '#renderer/ui/row-menu.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { ChooseVersionDialog } from './choose-version.tsx';

type DialogProps = { till: Till; onClose: () => void };

function RenameDialog({ till, onClose }: DialogProps) {
  const { run } = useRouteMutation(tills.rename, {
    done: ({ name }) => `The till is called ${name} now`,
    failed: 'The till was not renamed',
  });
  const form = useContractForm(tills.rename.body, {
    values: { name: till.name },
    send: async (body, { onError }) => {
      if (await run({ params: { tillId: till.id }, body }, onError)) onClose();
    },
  });
  return (
    <FormDialog
      form={form.state}
      title={`Rename ${till.name}`}
      line={`Its code stays ${till.code}.`}
      submitLabel="Rename"
      onClose={onClose}
    >
      <TextField {...form.field('name')} label="Name" required autoFocus autoComplete="off" maxLength={41} />
    </FormDialog>
  );
}

function RetireDialog({ till, onClose }: DialogProps) {
  const { busy, run } = useRouteMutation(tills.retire, {
    done: `${till.name} is retired`,
    failed: 'The till was not retired',
  });
  return (
    <ConfirmDialog
      open
      title={`Retire ${till.name}?`}
      consequence="It sells no more. Its shifts, readings and sales stay, its code is never used again, and its name becomes free."
      confirmLabel="Retire"
      busy={busy}
      onConfirm={() => void run({ params: { tillId: till.id } }).then((done) => done && onClose())}
      onCancel={onClose}
    />
  );
}

function EndAccessDialog({ till, onClose }: DialogProps) {
  const { busy, run } = useRouteMutation(tills.endCredential, {
    done: `${till.name} sends nothing by itself any more`,
    failed: 'Its access was not ended',
  });
  return (
    <ConfirmDialog
      open
      title={`End the access of ${till.name}?`}
      consequence="For a computer that was stolen or copied. It sends no sale by itself any more; what still waits there is sent by a manager. The till gets a new access when somebody signs in at it."
      confirmLabel="End access"
      busy={busy}
      onConfirm={() => void run({ params: { tillId: till.id } }).then((done) => done && onClose())}
      onCancel={onClose}
    />
  );
}

function LostDialog({ till, onClose }: DialogProps) {
  const { busy, run } = useRouteMutation(tills.declareLost, {
    done: () => ({
      title: `${till.name} is declared lost`,
      body: 'What may be missing is under Sales to Settle.',
    }),
    failed: 'The till was not declared lost',
  });
  return (
    <ReasonDialog
      title={`Is the computer of ${till.name} lost?`}
      consequence="Sales that it made without the server and did not send may be missing: that is noted under Sales to Settle. Its access ends, and another computer can take its place."
      confirmLabel="Declare lost"
      busy={busy}
      onConfirm={(reason) =>
        void run({ params: { tillId: till.id }, body: { reason } }).then((done) => done && onClose())
      }
      onClose={onClose}
    />
  );
}

function VersionDialog({ till, onClose }: DialogProps) {
  const { data: releases } = useQuery(read(tillReleases.list));
  if (!releases) return null;
  const { id, name } = till;
  return <ChooseVersionDialog place={{ kind: 'till', id, name }} releases={releases} onClose={onClose} />;
}

const dialogs = {
  version: VersionDialog,
  rename: RenameDialog,
  retire: RetireDialog,
  end: EndAccessDialog,
  lost: LostDialog,
};

/** Returns what can be done with a till, and the dialog of the chosen action. */
export function useTillActions(
  may: (permission: 'stores.settings' | 'transactions.review') => boolean,
  hasReleases: boolean,
) {
  const [asked, setAsked] = useState<{ till: Till; act: keyof typeof dialogs } | null>(null);
  const actionsFor = (till: Till): RowAction[] => {
    if (till.retired_at !== null) return [];
    const ask = (act: keyof typeof dialogs) => () => setAsked({ till, act });
    const ofSettings: RowAction[] = [
      { label: 'Rename', icon: <Edit20Regular />, onClick: ask('rename') },
      {
        label: 'Choose version',
        icon: <ArrowSync20Regular />,
        disabledReason: hasReleases ? null : 'No release was added to the server',
        onClick: ask('version'),
      },
      {
        label: 'End access',
        icon: <KeyReset20Regular />,
        disabledReason: till.credential ? null : 'It has no access of its own',
        onClick: ask('end'),
      },
      {
        label: 'Retire',
        icon: <Delete20Regular />,
        danger: true,
        disabledReason: till.open_shift ? 'A shift is open there' : null,
        onClick: ask('retire'),
      },
    ];
    const lost: RowAction = {
      label: 'Computer is lost',
      icon: <PlugDisconnected20Regular />,
      danger: true,
      onClick: ask('lost'),
    };
    return [...(may('stores.settings') ? ofSettings : []), ...(may('transactions.review') ? [lost] : [])];
  };
  const Dialog = asked && dialogs[asked.act];
  return {
    actionsFor,
    dialog: asked && Dialog ? <Dialog till={asked.till} onClose={() => setAsked(null)} /> : null,
  };
}
