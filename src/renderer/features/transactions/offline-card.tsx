import { makeStyles } from '@fluentui/react-components';
import type { SoldOffline, Transaction } from '#contract/transactions.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { Card } from '#renderer/ui/card.tsx';
import { FactRows, type FactRow } from '#renderer/ui/fact-rows.tsx';
import { WholeText } from '#renderer/ui/facts-line.tsx';
import { CellLine, TextLink } from '#renderer/ui/table-text.tsx';
import { sizes } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  facts: { padding: `16px ${sizes.cardSide} 20px` },
});

type Disputed = SoldOffline['disputed'][number];

const outcomes = {
  named: 'A manager named the right item since.',
  accepted: 'Settled without its item.',
};

/** What the till scanned for a line, which sale has it, and what came of that. */
function DisputedFact({ line, isVoid }: { line: Disputed; isVoid: boolean }) {
  const { numbers, scanned_code, other_sale: other, settled } = line;
  const scanned = numbers ?? scanned_code;
  return (
    <>
      <WholeText>
        {scanned === null ? `${line.name}, without a number` : `${line.name}, ${scanned}`}
      </WholeText>
      <CellLine>
        {other ? (
          <>
            In sale{' '}
            <TextLink small inText to={`/transactions/${other.transaction_id}`}>
              <WholeText>{other.invoice_number}</WholeText>
            </TextLink>
            , too.{' '}
          </>
        ) : null}
        {settled
          ? outcomes[settled]
          : isVoid
            ? 'The sale was voided.'
            : 'It cannot be returned before it is settled.'}
      </CellLine>
    </>
  );
}

type OfflineCardProps = {
  offline: SoldOffline;
  status: Transaction['status'];
  timeZone: Zones;
  /** True for people who settle such sales. */
  maySettle: boolean;
};

/** How a sale came that a till made without the server: why it waits for a manager, or how that was settled. */
export function OfflineCard({ offline, status, timeZone, maySettle }: OfflineCardProps) {
  const styles = useStyles();
  const { reasons, disputed, settled_at, settled_by, note } = offline;
  const facts: (false | FactRow)[] = [
    ['Number', <WholeText>{offline.number}</WholeText>],
    ['Sold at', <WholeText>{`${offline.till.name}, ${formatInstant(offline.made_at, timeZone)}`}</WholeText>],
    ['Recorded', <WholeText>{formatInstant(offline.recorded_at, timeZone)}</WholeText>],
    reasons.length > 0 && [
      'Why to settle',
      reasons.map(({ code, text }, place) => (
        <div key={`${code}-${place}`}>
          <WholeText>{`${text}.`}</WholeText>
        </div>
      )),
    ],
    disputed.length > 0 && [
      'Scanned',
      disputed.map((line) => (
        <div key={line.transaction_item_id}>
          <DisputedFact line={line} isVoid={status === 'void'} />
        </div>
      )),
    ],
    settled_at !== null && [
      'Settled',
      <>
        {note}
        <CellLine>
          <WholeText>
            {[settled_by?.name, formatInstant(settled_at, timeZone)].filter(Boolean).join(' · ')}
          </WholeText>
        </CellLine>
      </>,
    ],
    offline.to_settle && [
      'To settle',
      maySettle ? (
        <TextLink to="/transactions/to-settle">Settle it under Sales to Settle</TextLink>
      ) : (
        'It waits for somebody who settles such sales.'
      ),
    ],
  ];
  return (
    <Card title="Sold without the server" flush>
      <div className={styles.facts}>
        <FactRows airy facts={facts.filter((fact) => fact !== false)} />
      </div>
    </Card>
  );
}
