import { makeStyles } from '@fluentui/react-components';
import { ArrowSwap20Regular, Dismiss20Regular, Edit20Regular } from '@fluentui/react-icons';
import type { Exchange } from '#domain/exchanges.ts';
import { dispositionLabels } from '#domain/refunds.ts';
import { Button } from '#renderer/ui/button.tsx';
import { wholeFacts, WholeText } from '#renderer/ui/facts-line.tsx';
import { Spread } from '#renderer/ui/layout.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { TextLink } from '#renderer/ui/table-text.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, type, windows } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    flexShrink: 0,
    maxHeight: '40%',
    borderBottom: `1px solid ${palette.hairline}`,
    backgroundColor: palette.canvas,
    [windows.onePane]: { maxHeight: 'none' },
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    flexShrink: 0,
    minHeight: '44px',
    padding: '0 8px 0 20px',
    color: palette.text2,
  },
  title: { ...type.bodyStrong, margin: 0, color: palette.text1, whiteSpace: 'nowrap' },
  of: { ...type.label, flexGrow: 1, minWidth: 0, color: palette.text3 },
  lines: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    minHeight: 0,
    overflowY: 'auto',
    margin: 0,
    padding: '0 20px 12px',
    listStyleType: 'none',
  },
  text: { minWidth: 0 },
});

type ComingBackProps = {
  exchange: Exchange;
  /** The page of the sale that the units are of. */
  linkTo: string;
  onChange: () => void;
  onCancel: () => void;
};

/** The units that come back in an exchange, above what goes out. */
export function ComingBack({ exchange, linkTo, onChange, onCancel }: ComingBackProps) {
  const styles = useStyles();
  const { items, number, reason, is_warranty: isWarranty } = exchange;
  return (
    <section className={styles.root} aria-label="Coming back">
      <div className={styles.head}>
        <ArrowSwap20Regular aria-hidden="true" />
        <h2 className={styles.title}>Coming back</h2>
        <span className={styles.of}>
          of{' '}
          <TextLink small inText to={linkTo}>
            <WholeText>{number}</WholeText>
          </TextLink>
        </span>
        <Button
          size="till"
          appearance="subtle"
          icon={<Edit20Regular />}
          label="Change what comes back"
          onClick={onChange}
        />
        <Button
          size="till"
          appearance="subtle"
          icon={<Dismiss20Regular />}
          label="Cancel the exchange"
          onClick={onCancel}
        />
      </div>
      <ul className={styles.lines} aria-label="Items that come back">
        {items.map((item, index) => (
          <li key={item.id}>
            <Spread gap={12}>
              <div className={styles.text}>
                <Text as="div" size="bodyStrong" breaks>
                  {item.product_name}
                </Text>
                <Text as="div" size="meta" figures tone="text3" breaks>
                  {wholeFacts(`${item.identifier} · ${dispositionLabels[item.disposition]}`)}
                </Text>
                {index === items.length - 1 ? (
                  <Text as="div" size="meta" tone="text3" breaks>
                    {reason}
                  </Text>
                ) : null}
                {isWarranty ? <StatusBadge tone="blue">Under warranty, even</StatusBadge> : null}
              </div>
              <MoneyText amount={-item.amount} surface="cart" size="price" />
            </Spread>
          </li>
        ))}
      </ul>
    </section>
  );
}
