import { makeStyles } from '@fluentui/react-components';
import { PersonDelete20Regular, Search20Regular } from '@fluentui/react-icons';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import type { Customer } from '#contract/customers.ts';
import { useDebounced } from '#renderer/lib/use-debounced.ts';
import { Button } from '#renderer/ui/button.tsx';
import { DialogShell } from '#renderer/ui/dialog-shell.tsx';
import { KeyCap } from '#renderer/ui/key-cap.tsx';
import { TabList, tabPanelProps } from '#renderer/ui/tab-list.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { palette } from '#renderer/ui/theme.ts';
import { useFirstFocus } from '#renderer/ui/use-first-focus.ts';
import { CustomerResults, resultId } from './customer-results.tsx';
import { QuickCreate } from './quick-create.tsx';
import { SEARCH_MINIMUM, useCustomerSearch } from './use-customers.ts';

const useStyles = makeStyles({
  tabs: { flexShrink: 0, padding: '4px 24px 0', borderBottom: `1px solid ${palette.hairline}` },
  panel: { display: 'flex', flexDirection: 'column', height: '400px', minHeight: 0 },
  search: { flexShrink: 0, padding: '16px 24px 12px' },
  results: { flexGrow: 1, minHeight: 0, overflowY: 'auto' },
  form: { flexGrow: 1, minHeight: 0, overflowY: 'auto' },
  keys: { display: 'flex', alignItems: 'center', gap: '8px' },
});

type Tab = 'search' | 'create';
const tabs: { value: Tab; label: string }[] = [
  { value: 'search', label: 'Search Customer' },
  { value: 'create', label: 'Quick Create' },
];

export type CustomerSearchDialogProps = {
  /** Whose sale it is now; null for a walk-in. */
  current: { name: string } | null;
  mayCreate: boolean;
  onChoose: (customer: Customer) => void;
  onRemove: () => void;
  onClose: () => void;
};

/** Finds or makes the customer of a sale; arrows choose, Enter takes. */
export function CustomerSearchDialog(props: CustomerSearchDialogProps) {
  const { current, mayCreate, onChoose, onRemove, onClose } = props;
  const styles = useStyles();
  const listId = useId();
  const formId = useId();
  const searchField = useRef<HTMLInputElement>(null);
  useFirstFocus(searchField);
  const [tab, setTab] = useState<Tab>('search');
  const [text, setText] = useState('');
  const [carried, setCarried] = useState('');
  const [busy, setBusy] = useState(false);
  const [wanted, setWanted] = useState<number | null>(null);
  const settled = useDebounced(text.trim());
  const results = useCustomerSearch(settled);
  const found = settled.length >= SEARCH_MINIMUM ? (results.data ?? []) : [];
  const chosen = found.find((customer) => customer.id === wanted) ?? found[0];

  useEffect(() => {
    if (chosen) document.getElementById(resultId(chosen.id))?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  const quickCreate = (carriedText: string) => {
    setCarried(carriedText);
    setTab('create');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = chosen && found[found.indexOf(chosen) + step];
      if (next) setWanted(next.id);
    }
    // Only what was found for the very text that stands there.
    if (event.key !== 'Enter' || settled !== text.trim() || results.isPlaceholderData) return;
    event.preventDefault();
    if (chosen) onChoose(chosen);
    else if (results.data && mayCreate) quickCreate(settled);
  };
  return (
    <DialogShell
      open
      onClose={onClose}
      locked={busy}
      flush
      title="Customer Search"
      line={current ? `This sale is for ${current.name}.` : 'This sale is for a walk-in.'}
      footNote={
        current ? (
          <Button size="till" appearance="subtle" icon={<PersonDelete20Regular />} onClick={onRemove}>
            Remove customer
          </Button>
        ) : tab === 'create' ? undefined : (
          <span className={styles.keys}>
            <KeyCap>↑</KeyCap> <KeyCap>↓</KeyCap> choose <KeyCap>Enter</KeyCap> take
          </span>
        )
      }
      foot={
        <>
          <Button size="till" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          {tab === 'create' ? (
            <Button size="till" appearance="primary" type="submit" form={formId} disabled={busy}>
              {busy ? 'Creating…' : 'Create Customer'}
            </Button>
          ) : null}
        </>
      }
    >
      {mayCreate ? (
        <div className={styles.tabs}>
          <TabList
            id="customer-dialog"
            label="Find or make a customer"
            tabs={tabs}
            value={tab}
            onChange={(value) => (value === 'create' ? quickCreate('') : setTab(value))}
          />
        </div>
      ) : null}
      <div className={styles.panel} {...(mayCreate ? tabPanelProps('customer-dialog', tab) : {})}>
        {tab === 'create' ? (
          <div className={styles.form}>
            <QuickCreate formId={formId} text={carried} onBusy={setBusy} onCreated={onChoose} />
          </div>
        ) : (
          <>
            <div className={styles.search}>
              <TextField
                ref={searchField}
                label="Search customers"
                labelHidden
                type="search"
                size={48}
                autoFocus
                maxLength={100}
                autoComplete="off"
                role="combobox"
                aria-expanded={found.length > 0}
                aria-controls={found.length > 0 ? listId : undefined}
                aria-activedescendant={chosen ? resultId(chosen.id) : undefined}
                prefix={<Search20Regular />}
                placeholder="Name, phone or email"
                value={text}
                onChange={(event) => {
                  setText(event.target.value);
                  setWanted(null);
                }}
                onKeyDown={onKeyDown}
              />
            </div>
            <div className={styles.results}>
              <CustomerResults
                text={settled}
                results={results}
                listId={listId}
                chosen={chosen?.id ?? null}
                onChoose={onChoose}
                onQuickCreate={mayCreate ? () => quickCreate(settled) : null}
              />
            </div>
          </>
        )}
      </div>
    </DialogShell>
  );
}
