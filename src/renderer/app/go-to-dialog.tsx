import { Dialog, DialogSurface, makeStyles } from '@fluentui/react-components';
import { Dismiss20Regular, Search24Regular } from '@fluentui/react-icons';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { SCAN_CODE_MAX } from '#contract/codecs.ts';
import { search, type SearchResults } from '#contract/search.ts';
import { readScan } from '#domain/barcodes.ts';
import { useConnection } from '#renderer/lib/connection.ts';
import { whyNotLoaded } from '#renderer/lib/failures.ts';
import { read } from '#renderer/lib/read.ts';
import { takeScans } from '#renderer/lib/scans.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { till } from '#renderer/lib/till.ts';
import { useDebounced } from '#renderer/lib/use-debounced.ts';
import { useIsShown } from '#renderer/lib/use-is-shown.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { asksToClose, backdrop } from '#renderer/ui/second-click.ts';
import { Button } from '#renderer/ui/button.tsx';
import { KeyCap } from '#renderer/ui/key-cap.tsx';
import { palette, shadows, type, windows } from '#renderer/ui/theme.ts';
import { useToastsBesideDialog } from '#renderer/ui/toast-place.ts';
import { useQuietToastsLeave } from '#renderer/ui/toasts.tsx';
import { useReturnFocus } from '#renderer/ui/use-return-focus.ts';
import { exactEntry, groupsOf, listsWithMore, type Entry, type EntryGroup } from './go-to-found.tsx';
import { GoToList } from './go-to-list.tsx';
import { placesCalled, placesFor, type Place } from './go-to-places.ts';
import { useZonesOf } from './inactive-stores.ts';
import { useSignedIn } from './session.tsx';

const WIDTH = 680;

const useStyles = makeStyles({
  surface: {
    display: 'flex',
    flexDirection: 'column',
    width: `min(${WIDTH}px, calc(100vw - 48px))`,
    maxWidth: 'none',
    maxHeight: 'min(640px, calc(100vh - 96px))',
    margin: '72px auto auto',
    padding: 0,
    border: '1px solid transparent',
    borderRadius: '12px',
    overflow: 'hidden',
    color: palette.text1,
    boxShadow: shadows.floating,
    [windows.low]: { margin: '8px auto auto', maxHeight: 'calc(100vh - 16px)' },
    [windows.phone]: { width: '100vw', height: '100dvh', maxHeight: 'none', margin: 0, borderRadius: 0 },
  },
  icon: { position: 'absolute', top: '20px', left: '20px', display: 'flex', color: palette.text3 },
  close: { position: 'absolute', top: '10px', right: '12px' },
  foot: {
    ...type.meta,
    display: 'flex',
    alignItems: 'center',
    gap: '16px',
    flexShrink: 0,
    padding: '10px 20px',
    borderTop: `1px solid ${palette.hairline}`,
    backgroundColor: palette.canvas,
    color: palette.text3,
    [windows.low]: { display: 'none' },
  },
  key: { display: 'flex', alignItems: 'center', gap: '4px', [windows.phone]: { display: 'none' } },
  scan: { marginLeft: 'auto', [windows.phone]: { marginLeft: 0 } },
});

const RECENT = 5;
/** The things that were opened from here, the newest first, for the person who is signed in. */
let recent: { staffId: number; entries: readonly Entry[] } = { staffId: 0, entries: [] };

function remember(staffId: number, { to, icon, title, detail = '' }: Entry): void {
  const before = recent.staffId === staffId ? recent.entries : [];
  const entries = [{ to, icon, title, detail }, ...before.filter((entry) => entry.to !== to)];
  recent = { staffId, entries: entries.slice(0, RECENT) };
}

const asEntry = ({ to, icon, label, kind }: Place): Entry => ({ to, icon, title: label, aside: kind });

const PAGES = 'Pages and actions';
const withEntries = (groups: readonly EntryGroup[]) => groups.filter(({ entries }) => entries.length > 0);

/** Finds what a text names, by one call; the former answer stays until the next one. */
function useFound(text: string, scanned: string) {
  const settled = useDebounced(text);
  const q = text === scanned ? text : settled;
  const query = useQuery({
    ...read(search.find, { query: { q } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
  const isAsking = text !== '' && (q !== text || query.isFetching);
  return { ...query, q, isAsking, found: q === '' ? undefined : query.data };
}

type GoToDialogProps = { typed: string; onType: (typed: string) => void; onClose: () => void };

/** Opens anything that the person may see: by its number, its name, or a scan; mounted while it is open. */
export function GoToDialog({ typed, onType, onClose }: GoToDialogProps) {
  const styles = useStyles();
  const { staff, store } = useSignedIn();
  const zonesAt = useZonesOf();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { isReachable } = useConnection();
  const [scanned, setScanned] = useState('');
  useReturnFocus(true);
  useQuietToastsLeave(true);
  useToastsBesideDialog(true, WIDTH);

  const text = typed.trim();
  const { q, found, isAsking, error, refetch, dataUpdatedAt } = useFound(text, scanned);
  const places = placesFor(staff, { storeId: store.id, isDevice: till.kind === 'electron' });
  const shown = { storeId: store.id, zonesAt };
  const groupsFor = (results: SearchResults): EntryGroup[] => {
    const [first, ...others] = groupsOf(results, shown);
    const called = { name: PAGES, entries: placesCalled(places, text).map(asEntry) };
    const more = { name: 'Lists', entries: listsWithMore(results, q) };
    return results.exact && first
      ? [first, called, ...others, more]
      : [called, ...(first ? [first] : []), ...others, more];
  };
  const opening = (): EntryGroup[] => [
    { name: 'Recent', entries: recent.staffId === staff.id ? [...recent.entries] : [] },
    { name: PAGES, entries: places.map(asEntry) },
  ];
  const groups = withEntries(text === '' ? opening() : groupsFor(found ?? { exact: null }));

  const open = (entry: Entry) => {
    remember(staff.id, entry);
    onClose();
    void navigate(entry.to);
  };
  /** The number whose page opens once it is known; typing calls it off. */
  const awaited = useRef('');
  const isShown = useIsShown();
  /** Opens the one thing with exactly this number, as soon as it is known. */
  const openExact = async (code: string, { isScan }: { isScan: boolean }) => {
    awaited.current = code;
    const answer = await queryClient.fetchQuery(read(search.find, { query: { q: code } })).catch(() => null);
    if (!isShown() || awaited.current !== code || !answer) return;
    const entry = exactEntry(answer, shown);
    if (entry) open(entry);
    else if (isScan) soundError();
  };
  const take = useLatest((sent: string) => {
    const code = readScan(sent).slice(0, SCAN_CODE_MAX).trim();
    if (code === '') return;
    onType(code);
    setScanned(code);
    void openExact(code, { isScan: true });
  });
  useLayoutEffect(() => takeScans((code) => take.current(code)), [take]);

  const failure = error === null || text === '' ? null : isReachable ? whyNotLoaded(error) : OFFLINE;
  return (
    <Dialog open modalType="modal" onOpenChange={(_, data) => asksToClose(data) && onClose()}>
      <DialogSurface className={styles.surface} backdrop={backdrop} aria-label="Go to anything">
        <GoToList
          typed={typed}
          onType={(next) => {
            awaited.current = '';
            onType(next);
          }}
          search={q}
          answeredAt={dataUpdatedAt}
          groups={groups}
          isAsking={isAsking}
          notSent={found?.not_sent}
          failure={failure}
          onRetry={() => void refetch()}
          onOpen={open}
          onHurry={() => void openExact(text, { isScan: false })}
          onClose={onClose}
        />
        <span className={styles.icon}>
          <Search24Regular aria-hidden="true" />
        </span>
        <div className={styles.foot}>
          <span className={styles.key}>
            <KeyCap>↑</KeyCap>
            <KeyCap>↓</KeyCap> Move
          </span>
          <span className={styles.key}>
            <KeyCap>Enter</KeyCap> Open
          </span>
          <span className={styles.key}>
            <KeyCap>Esc</KeyCap> Close
          </span>
          <span className={styles.scan}>Or scan a code</span>
        </div>
        {/* Last in the document, so that the first focus goes to the field. */}
        <Button
          className={styles.close}
          size="till"
          appearance="subtle"
          aria-label="Close"
          icon={<Dismiss20Regular />}
          onClick={onClose}
        />
      </DialogSurface>
    </Dialog>
  );
}

const OFFLINE = 'The server cannot be reached: only pages are found until it is back';
