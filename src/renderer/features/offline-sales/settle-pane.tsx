import { makeStyles } from '@fluentui/react-components';
import {
  ChevronDown20Regular,
  ChevronUp20Regular,
  Dismiss20Regular,
  LockClosed20Regular,
} from '@fluentui/react-icons';
import { useContext, useEffect, type ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { reason } from '#contract/codecs.ts';
import { offlineSales, type SettleDetail } from '#contract/offline-sales.ts';
import { z } from '#contract/zod.ts';
import { formatMoney } from '#domain/money.ts';
import { salesOrShifts } from '#domain/offline-sales.ts';
import { adviceOn, settleRank } from '#domain/settle-reasons.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { namedCode } from '#renderer/lib/scans.ts';
import { useContractForm } from '#renderer/lib/use-contract-form.ts';
import { useCtrlEnter } from '#renderer/lib/use-ctrl-enter.ts';
import { usePageScans } from '#renderer/lib/use-page-scans.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { FactRows, type FactRow } from '#renderer/ui/fact-rows.tsx';
import { WholeText } from '#renderer/ui/facts-line.tsx';
import { Row } from '#renderer/ui/layout.tsx';
import { FootPortal, PageFoot } from '#renderer/ui/page-foot.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { TextLink } from '#renderer/ui/table-text.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { useFocusOnError } from '#renderer/ui/use-focus-on-error.ts';
import { palette, sizes, tones, type, windows } from '#renderer/ui/theme.ts';
import { ComparedSales } from './compared-sales.tsx';
import { cameText, goodsOf, ownText, titleOf } from './settle-text.ts';
import { NO_UNIT, UnitToName, WaysOut, type Way, type WayOut } from './ways-out.tsx';

const useStyles = makeStyles({
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    flexShrink: 0,
    minHeight: '48px',
    boxSizing: 'border-box',
    padding: `8px 12px 8px ${sizes.cardSide}`,
    borderBottom: `1px solid ${palette.hairline}`,
  },
  title: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 8px',
    flexGrow: 1,
    minWidth: 0,
    '& > h1, & > h2': { ...type.cardTitle, margin: 0, color: palette.text1, overflowWrap: 'anywhere' },
  },
  /** Scrolls between head and foot. */
  body: {
    display: 'flex',
    flexDirection: 'column',
    flexGrow: 1,
    minHeight: 0,
    overflowY: 'auto',
    [windows.onePane]: { overflowY: 'visible' },
  },
  part: { padding: `12px ${sizes.cardSide}` },
  reasons: {
    ...type.body,
    margin: 0,
    padding: `12px ${sizes.cardSide} 0 38px`,
    borderTop: `1px solid ${palette.rowLine}`,
    color: palette.text1,
  },
  toDo: { ...type.label, margin: '0 0 4px', color: palette.text3 },
  notice: {
    ...type.body,
    display: 'flex',
    gap: '8px',
    margin: `12px ${sizes.cardSide}`,
    padding: '10px 14px',
    borderRadius: '8px',
    backgroundColor: tones.orange[0],
    color: tones.orange[1],
  },
  form: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0 },
  foot: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'start',
    gap: '8px',
    flexShrink: 0,
    // An error below the field has room there.
    padding: `10px ${sizes.cardSide} 22px`,
    borderTop: `1px solid ${palette.hairline}`,
    [windows.onePane]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
});

/** The voiding of a sale, which moves money and goods as it does on the sale's own page. */
export type Voiding = {
  busy: boolean;
  /** `₱51,508.75 in cash`; null if nothing goes back. */
  goesBack: string | null;
  /** What comes back to stock, in a sentence. */
  goods: string;
  /** Why the money cannot be handed back here; null if it can. */
  why: string | null;
  label: string;
  voidSale: (reason: string) => void;
  asking: ReactNode;
};

type SettlePaneProps = {
  sale: SettleDetail;
  zones: Zones;
  /** Null where the person may not void it. */
  voiding: Voiding | null;
  /** True where it is the page itself. */
  isPage: boolean;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
  onClose: () => void;
  /** What was begun of each entry and not sent: it is there again when the entry is chosen again. */
  begun: Map<number, SettleValues>;
  /** Called once it is settled. */
  onSettled: () => void;
};

/** What is not clear about a sale that was made without the server, and the ways to settle that. */
export function SettlePane(props: SettlePaneProps) {
  const { sale, zones, isPage, onPrevious, onNext, onClose } = props;
  const styles = useStyles();
  const { staff: person } = useSignedIn();
  const Title = isPage ? 'h1' : 'h2';
  const isOpen = sale.settled_at === null;
  const isDisputed =
    isOpen && settleRank(sale.reasons.map(({ code }) => code)) === 0 && sale.disputed.length > 0;
  return (
    <>
      <div className={styles.head}>
        <div className={styles.title}>
          <Title>{titleOf(sale, zones)}</Title>
          {isDisputed ? <StatusBadge tone="red">Disputed</StatusBadge> : null}
          {isOpen ? null : <StatusBadge tone="grey">Settled</StatusBadge>}
        </div>
        <Row gap={4} fixed>
          <Button
            appearance="subtle"
            label="Previous"
            icon={<ChevronUp20Regular />}
            disabled={!onPrevious}
            onClick={() => onPrevious?.()}
          />
          <Button
            appearance="subtle"
            label="Next"
            icon={<ChevronDown20Regular />}
            disabled={!onNext}
            onClick={() => onNext?.()}
          />
          {isPage ? null : (
            <Button appearance="subtle" label="Close" icon={<Dismiss20Regular />} onClick={onClose} />
          )}
        </Row>
      </div>
      {isOpen && !sale.is_own ? (
        <SettleForm {...props} about={<About sale={sale} zones={zones} />} />
      ) : (
        <div className={styles.body}>
          <About sale={sale} zones={zones} />
          {isOpen ? (
            <p className={styles.notice}>
              <LockClosed20Regular aria-hidden="true" />
              {ownText(sale, person)}.
            </p>
          ) : (
            <div className={styles.part}>
              <FactRows facts={settledFacts(sale, zones)} />
            </div>
          )}
        </div>
      )}
    </>
  );
}

const outcomes = { named: 'The right unit was named', accepted: 'Settled without a unit' };

const settledFacts = ({ settled_at, settled_by, note, disputed }: SettleDetail, zones: Zones): FactRow[] => [
  ['Settled by', settled_by?.name ?? 'Nobody'],
  ['Settled', settled_at === null ? '–' : formatInstant(settled_at, zones)],
  ['Reason', note ?? '–'],
  ...disputed.map((line): FactRow => [
    line.name,
    line.settled ? outcomes[line.settled] : 'The sale was voided',
  ]),
];

/** What an entry is about: both sales, or what else is known, and why it waits besides. */
function About({ sale, zones }: { sale: SettleDetail; zones: Zones }) {
  const styles = useStyles();
  const { other_sales: others, sale: own } = sale;
  const isOpen = sale.settled_at === null;
  // Both sales side by side say of a single line that its unit is in another one.
  const isTold = others.length > 0 && sale.disputed.length === 1;
  const reasons = sale.reasons.filter(({ code }) => !(isTold && code === 'unit'));
  return (
    <>
      {own ? (
        <ComparedSales sale={sale} zones={zones} />
      ) : (
        <div className={styles.part}>
          <FactRows facts={factsOf(sale, zones)} />
        </div>
      )}
      {reasons.length > 0 ? (
        <ul className={styles.reasons} aria-label="Why it waits">
          {reasons.map(({ code, text }, place) => (
            <li key={`${code}-${place}`}>
              <WholeText>{`${text}.`}</WholeText>
              {isOpen && reasons[place + 1]?.code !== code ? (
                <p className={styles.toDo}>{adviceOn(code, sale.kind).toDo}</p>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

/** What is known of an entry that is no sale. */
function factsOf(sale: SettleDetail, zones: Zones): FactRow[] {
  const {
    kind,
    number,
    till,
    staff,
    made_at,
    recorded_at,
    total_amount: total,
    shift,
    came_since: came,
  } = sale;
  const place = `${till.name} (${till.code})`;
  if (number === null)
    return [
      ['Till', place],
      ['Sales may be missing since', formatInstant(made_at, zones)],
      ['Known since', formatInstant(recorded_at, zones)],
      ['Came since', cameText(sale, zones)],
      ...(came && came.missing > 0 ? [['Still missing', salesOrShifts(came.missing)] as const] : []),
    ];
  return [
    ['Number', number],
    ['What', goodsOf(sale)],
    ['Till', place],
    ...(staff ? [[kind === 'shift' ? 'Opened by' : 'Sold by', staff.name] as const] : []),
    ['Moment', formatInstant(made_at, zones)],
    ['Recorded', formatInstant(recorded_at, zones)],
    ...(shift ? [['Shift', <TextLink to={`/shifts/${shift.id}`}>{shift.number}</TextLink>] as const] : []),
    ...(total === null
      ? []
      : [[kind === 'shift' ? 'Counted float' : 'Total', formatMoney(total, 'transaction')] as const]),
  ];
}

/** As it is sent; that a line stays without its unit has to be said. */
const settleForm = z
  .object({
    way: z.enum(['name', 'accept', 'void']),
    units: z.array(z.object({ transaction_item_id: z.int(), code: z.string() })),
    note: reason('Say how it was settled'),
  })
  .superRefine(({ way, units }, issues) => {
    if (way !== 'name') return;
    for (const [place, { code }] of units.entries()) {
      if (code.trim()) continue;
      const message = 'Choose the unit that left, or scan it';
      issues.addIssue({ code: 'custom', path: ['units', place, 'code'], message });
    }
  });

export type SettleValues = z.input<typeof settleForm>;

/** Returns what was begun of an entry, as long as it has the same lines; else how it begins. */
function valuesOf({ id, disputed }: SettleDetail, begun: Map<number, SettleValues>): SettleValues {
  const fresh: SettleValues = {
    way: disputed.length > 0 ? 'name' : 'accept',
    units: disputed.map(({ transaction_item_id }) => ({ transaction_item_id, code: '' })),
    note: '',
  };
  const kept = begun.get(id);
  const linesOf = ({ units }: SettleValues) => units.map((line) => line.transaction_item_id).join();
  return kept && linesOf(kept) === linesOf(fresh) ? kept : fresh;
}

/** How an entry stands that is accepted. */
function acceptance({ kind, number, sale, disputed }: SettleDetail): {
  title: string;
  consequence: string;
  label: string;
} {
  if (disputed.length > 0)
    return {
      title: 'Accept without a unit',
      consequence: 'The sale stands with no unit and no cost. Stock does not change.',
      label: 'Settle without a unit',
    };
  if (number === null)
    return {
      title: 'Settle it with what was found',
      consequence: 'Compare receipts and cash with what came, and write below what is missing.',
      label: 'Settle with this reason',
    };
  if (kind === 'shift')
    return {
      title: 'Accept it as it is',
      consequence: 'The shift stands with the float that it has.',
      label: 'Settle as it is',
    };
  if (sale === null)
    return {
      title: 'Settle it as entered by hand',
      consequence: 'Nothing was recorded. Enter the sale by hand, and write its number below.',
      label: 'Settle with this reason',
    };
  return {
    title: 'Accept it as it is',
    consequence:
      sale.status !== 'completed'
        ? 'The sale stays as it was taken back.'
        : 'The sale stands with its prices, payments and units.',
    label: 'Settle as it is',
  };
}

const isVoidable = ({ sale }: SettleDetail) => sale?.status === 'completed';

function SettleForm(props: SettlePaneProps & { about: ReactNode }) {
  const { sale, voiding, isPage, about, begun, onSettled } = props;
  const styles = useStyles();
  const pageFoot = useContext(PageFoot);
  const foot = isPage ? pageFoot : null;
  const { disputed, choices } = sale;
  const { run } = useRouteMutation(offlineSales.settle, {
    done: ({ message }) => message,
    failed: 'It was not settled',
  });
  const form = useContractForm(settleForm, {
    values: valuesOf(sale, begun),
    send: async ({ way, units, note }, { onError }) => {
      if (way === 'void') return voiding?.voidSale(note);
      const named = units.map(({ code, ...line }) => ({
        ...line,
        code: way === 'name' && code !== NO_UNIT ? code.trim() || null : null,
      }));
      const body = { note, ...(named.length > 0 ? { units: named } : {}) };
      if (await run({ params: { offlineSaleId: sale.id }, body }, onError)) onSettled();
    },
  });
  const element = useFocusOnError(form.formState.errors);
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => void begun.set(sale.id, structuredClone(values)),
      }),
    [form, begun, sale.id],
  );
  const [way, units] = useWatch({ control: form.control, name: ['way', 'units'] });
  const choose = (next: Way) => form.setValue('way', next);
  const put = (place: number, code: string) => {
    form.setValue(`units.${place}.code`, code, {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    });
    if (!form.formState.isSubmitted) form.clearErrors(`units.${place}.code`);
  };
  /** The line that a scan, or F2, is for: the first one without a unit, else the last. */
  const turn = Math.max(
    0,
    units.findIndex(({ code }) => !code.trim()),
  );
  useCtrlEnter(() => element.current?.requestSubmit());
  const accepted = acceptance(sale);
  const ways: WayOut[] = [
    ...(disputed.length > 0
      ? [
          {
            way: 'name' as const,
            title: disputed.length > 1 ? 'Name the units that left' : 'Name the unit that left',
            consequence: null,
            within: disputed.map((line, place) => (
              <UnitToName
                key={line.transaction_item_id}
                label={`Which ${line.name} left?`}
                isOneOfSeveral={disputed.length > 1}
                choices={choices.filter(
                  (unit) =>
                    unit.product_variation_id === line.product_variation_id &&
                    !units.some(({ code }, other) => other !== place && code === unit.code),
                )}
                value={units[place]?.code ?? ''}
                error={form.getFieldState(`units.${place}.code`, form.formState).error?.message}
                isNext={place === turn}
                onChange={(code) => put(place, code)}
              />
            )),
          },
        ]
      : []),
    { way: 'accept', title: accepted.title, consequence: accepted.consequence },
    ...(voiding && isVoidable(sale)
      ? [
          {
            way: 'void' as const,
            title: 'Void the sale',
            consequence: [
              voiding.goesBack === null
                ? 'Nothing goes back: no money was received.'
                : `${voiding.goesBack} goes back to the customer.`,
              voiding.goods,
              voiding.why,
            ]
              .filter(Boolean)
              .join(' '),
          },
        ]
      : []),
  ];
  const label =
    way === 'void'
      ? (voiding?.label ?? 'Void')
      : way === 'name'
        ? disputed.length > 1
          ? 'Settle with these units'
          : 'Settle with this unit'
        : accepted.label;
  const busy = form.state.busy || (voiding?.busy ?? false);
  const button = (
    <Button
      type="submit"
      form={form.state.id}
      size={foot ? 'till' : 'medium'}
      appearance={way === 'void' ? 'danger' : 'primary'}
      keyCap="Ctrl+Enter"
      busy={busy}
    >
      {label}
    </Button>
  );
  return (
    <form
      id={form.state.id}
      ref={element}
      noValidate
      className={styles.form}
      onSubmit={form.state.submit}
      // A scanner's Enter sends nothing.
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
      }}
    >
      <div className={styles.body}>
        {about}
        <div className={styles.part}>
          <WaysOut ways={ways} value={way} onChange={choose} />
        </div>
      </div>
      <div className={styles.foot}>
        <TextField
          {...form.field('note')}
          label="Reason"
          labelHidden
          required
          autoComplete="off"
          maxLength={500}
          placeholder={
            sale.sale === null && sale.kind === 'sale'
              ? 'Reason: sold again as MNL-01-000124'
              : 'Reason: looked at the box'
          }
        />
        {foot ? <FootPortal foot={foot}>{button}</FootPortal> : button}
      </div>
      {disputed.length > 0 ? (
        <UnitScans
          onScan={(code) => {
            choose('name');
            put(turn, namedCode(code));
          }}
        />
      ) : null}
      {voiding?.asking}
    </form>
  );
}

/** Takes scans for an entry whose unit is not clear; those at any other one are for the whole app. */
function UnitScans({ onScan }: { onScan: (code: string) => void }) {
  usePageScans(onScan);
  return null;
}
