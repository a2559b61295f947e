import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ServerLook } from '#bridge/connection.ts';
import type { ServerSettings } from '#bridge/settings.ts';
import { queryKeys } from '#renderer/lib/queries.ts';
import { tillSettingsQuery } from '#renderer/lib/till-settings.ts';
import { till } from '#renderer/lib/till.ts';
import { serverText } from './server-text.ts';

/** Returns the fingerprint to trust together with the server; null if the certificate is trusted anyway. */
const fingerprintOf = (look: ServerLook): string | null => ('fingerprint' in look ? look.fingerprint : null);

export type ChoosingServer = {
  server: ServerSettings;
  /** Saves the cart at the old server; rejects if that fails. */
  onLeave: () => Promise<void>;
  /** Called once the till uses the new server; `isMove` is true if that ended the sign-in. */
  onChosen: (look: ServerLook, isMove: boolean) => void;
};

/** True if choosing the server ends the sign-in: it is not the present one, whose address may be another now. */
export const isMoveFrom = ({ url, fingerprint }: ServerSettings, look: ServerLook): boolean =>
  !(look.state === 'ready' && look.is_same) && (look.url !== url || fingerprintOf(look) !== fingerprint);

const NOT_SAVED =
  'The cart could not be saved: the old server does not answer. Try again when it is back, or go on: the cart stays on this till, and is offered again when it is back at the old server.';

/** Changes the server after a question; obstacles are told in the question. */
export function useChoosingServer({ server, onLeave, onChosen }: ChoosingServer) {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<ServerLook | null>(null);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  /** True once the cart could not be saved and that was told; the next try goes on without saving. */
  const [isUnsaved, setUnsaved] = useState(false);

  const choose = async (look: ServerLook): Promise<string | null> => {
    const isMove = isMoveFrom(server, look);
    if (isMove && !isUnsaved) {
      try {
        await onLeave();
      } catch {
        setUnsaved(true);
        return NOT_SAVED;
      }
    }
    const found = await till.server.choose({ url: look.url, fingerprint: fingerprintOf(look) });
    if (found.state !== 'ready') return serverText(found);
    queryClient.removeQueries({ queryKey: queryKeys.tillServer(server.url) });
    await queryClient.invalidateQueries({ queryKey: tillSettingsQuery.queryKey });
    setAsked(null);
    onChosen(found, isMove);
    return null;
  };
  const confirm = async () => {
    if (!asked) return;
    setBusy(true);
    setTrouble(null);
    try {
      setTrouble(await choose(asked));
    } catch {
      setTrouble('The till could not keep its new server, and works with the old one.');
    } finally {
      setBusy(false);
    }
  };
  return {
    asked,
    busy,
    trouble,
    isUnsaved,
    ask: (look: ServerLook) => {
      setTrouble(null);
      setUnsaved(false);
      setAsked(look);
    },
    confirm: () => void confirm(),
    cancel: () => setAsked(null),
  };
}
