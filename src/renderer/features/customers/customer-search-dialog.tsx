import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { PersonDelete20Regular, Search20Regular } from '@fluentui/react-icons';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { type Customer, customers, quickCustomerForm } from '#contract/customers.ts';
import { as, emptyForm, useContractForm, type ContractForm } from '#renderer/lib/use-contract-form.ts';
import { useDebounced } from '#renderer/lib/use-debounced.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { DialogShell } from '#renderer/ui/dialog-shell.tsx';
import { fieldGrid } from '#renderer/ui/field-grid.ts';
import { Form } from '#renderer/ui/form.tsx';
import { KeyCap, KeyHints } from '#renderer/ui/key-cap.tsx';
import { TabList, tabPanelProps } from '#renderer/ui/tab-list.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { palette, windows } from '#renderer/ui/theme.ts';
import { CloseButton, SendButton } from '#renderer/ui/unsaved-dialog.tsx';
import { useFirstFocus } from '#renderer/ui/use-first-focus.ts';
import { CustomerResults, resultId } from './customer-results.tsx';
import { SEARCH_MINIMUM, useCustomerSearch } from './use-customers.ts';

const useQuickCreateStyles = makeStyles({
  ...fieldGrid,
  form: {
    padding: '20px 24px',
    [windows.phone]: { padding: '16px' },
    [windows.lowAndWide]: { padding: '12px 24px' },
  },
});

const looksLikePhone = (text: string) => /^[\d\s\-+()]{4,}$/.test(text);

/** Returns the fields of a new customer with the search text that found nobody. */
const carrying = (text: string) =>
  emptyForm(quickCustomerForm, looksLikePhone(text) ? { phone: text } : { name: text });

/** The form that creates a customer from name, phone and email while they stand at the counter. */
function useQuickCreate(onCreated: (customer: Customer) => void): ContractForm<typeof quickCustomerForm> {
  const { run } = useRouteMutation(customers.create, { failed: 'Failed to create customer' });
  return useContractForm(quickCustomerForm, {
    values: carrying(''),
    send: async (body, { onError }) => {
      const customer = await run({ body }, onError);
      if (customer) onCreated(customer);
    },
  });
}

/** The fields of a new customer; `text` is the search text that found nobody. */
function QuickCreate({ form, text }: { form: ContractForm<typeof quickCustomerForm>; text: string }) {
  const styles = useQuickCreateStyles();
  const isPhone = looksLikePhone(text);
  return (
    <Form form={form.state} className={mergeClasses(styles.fields, styles.form)}>
      <TextField
        {...form.field('name')}
        label="Name"
        required
        size={44}
        autoComplete="off"
        autoFocus={!text || isPhone}
      />
      <TextField
        {...form.field('phone')}
        label="Phone"
        type="tel"
        required
        size={44}
        autoComplete="off"
        autoFocus={Boolean(text) && !isPhone}
      />
      <TextField
        {...form.field('email', as.textOrNull)}
        className={styles.whole}
        label="Email"
        type="email"
        size={44}
        autoComplete="off"
      />
    </Form>
  );
}

const useStyles = makeStyles({
  tabs: {
    flexShrink: 0,
    padding: '4px 24px 0',
    borderBottom: `1px solid ${palette.hairline}`,
    [windows.phone]: { padding: '4px 16px 0' },
  },
  panel: { display: 'flex', flexDirection: 'column', flexShrink: 1, height: '400px', minHeight: 0 },
  search: { flexShrink: 0, padding: '16px 24px 12px', [windows.phone]: { padding: '16px 16px 12px' } },
  results: { flexGrow: 1, minHeight: 0, overflowY: 'auto' },
  form: { flexGrow: 1, minHeight: 0, overflowY: 'auto' },
});

type Tab = 'search' | 'create';
const tabs: { value: Tab; label: string }[] = [
  { value: 'search', label: 'Search Customer' },
  { value: 'create', label: 'Quick Create' },
];

type CustomerSearchDialogProps = {
  /** The customer of the sale; null for a walk-in. */
  current: { name: string } | null;
  /** True once that sale is no longer at this till: the dialog closes, unless a new customer is half typed. */
  isOver: boolean;
  mayCreate: boolean;
  onChoose: (customer: Customer) => void;
  onRemove: () => void;
  onClose: () => void;
};

/** Finds or creates the customer of a sale; arrow keys choose, Enter accepts. */
export function CustomerSearchDialog(props: CustomerSearchDialogProps) {
  const { current, isOver, mayCreate, onChoose, onRemove, onClose } = props;
  const styles = useStyles();
  const listId = useId();
  const searchField = useRef<HTMLInputElement>(null);
  useFirstFocus(searchField);
  const [tab, setTab] = useState<Tab>('search');
  const [text, setText] = useState('');
  const [carried, setCarried] = useState('');
  const [wanted, setWanted] = useState<number | null>(null);
  const creating = useQuickCreate(onChoose);
  const { busy, isDirty } = creating.state;
  const latestClose = useLatest(onClose);
  useEffect(() => {
    if (isOver && !isDirty && !busy) latestClose.current();
  }, [isOver, isDirty, busy, latestClose]);
  const settled = useDebounced(text.trim());
  const results = useCustomerSearch(settled);
  const found = settled.length >= SEARCH_MINIMUM ? (results.data ?? []) : [];
  const chosen = found.find((customer) => customer.id === wanted) ?? found[0];

  useEffect(() => {
    if (chosen) document.getElementById(resultId(chosen.id))?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  const quickCreate = (carriedText: string) => {
    // Keeps the text that was typed there before.
    if (!isDirty) {
      setCarried(carriedText);
      creating.reset(carrying(carriedText));
    }
    setTab('create');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = chosen && found[found.indexOf(chosen) + step];
      if (next) setWanted(next.id);
    }
    // Enter accepts only results for the text that is in the field now.
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
      isDirty={isDirty}
      flush
      title="Customer Search"
      line={
        isOver
          ? 'The sale that this was for is no longer at this till.'
          : current
            ? `This sale is for ${current.name}.`
            : 'This sale is for a walk-in.'
      }
      footNote={
        current && !isOver ? (
          <Button size="till" appearance="subtle" icon={<PersonDelete20Regular />} onClick={onRemove}>
            Remove customer
          </Button>
        ) : tab === 'create' ? undefined : (
          <KeyHints>
            <KeyCap>↑</KeyCap> <KeyCap>↓</KeyCap> choose <KeyCap>Enter</KeyCap> take
          </KeyHints>
        )
      }
      foot={
        <>
          <CloseButton>Cancel</CloseButton>
          {tab === 'create' ? (
            <SendButton appearance="primary" type="submit" form={creating.state.id} disabled={busy}>
              {busy ? 'Creating…' : 'Create Customer'}
            </SendButton>
          ) : null}
        </>
      }
    >
      {mayCreate ? (
        <div className={styles.tabs}>
          <TabList
            id="customer-dialog"
            label="Find or create a customer"
            tabs={tabs}
            value={tab}
            onChange={(value) => (value === 'create' ? quickCreate('') : setTab(value))}
          />
        </div>
      ) : null}
      <div className={styles.panel} {...(mayCreate ? tabPanelProps('customer-dialog', tab) : {})}>
        {tab === 'create' ? (
          <div className={styles.form}>
            <QuickCreate form={creating} text={carried} />
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
