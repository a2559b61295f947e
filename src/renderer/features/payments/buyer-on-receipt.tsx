import { makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import type { Sale } from '#domain/sale.ts';
import { Button } from '#renderer/ui/button.tsx';
import { WholeText } from '#renderer/ui/facts-line.tsx';
import { Spread } from '#renderer/ui/layout.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { BuyerDialog, buyerText, type Buyer } from './buyer-dialog.tsx';

const useStyles = makeStyles({ root: { marginBottom: '8px' }, text: { minWidth: 0 } });

type BuyerOnReceiptProps = {
  buyer: Buyer | null;
  customer: Sale['customer'];
  onChange: (buyer: Buyer | null) => void;
};

/** Shows whom the receipt will name as the buyer, and asks for them. */
export function BuyerOnReceipt({ buyer, customer, onChange }: BuyerOnReceiptProps) {
  const styles = useStyles();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.root}>
      <Spread gap={12}>
        <div className={styles.text}>
          <Text as="div" size="bodyStrong">
            Buyer on the receipt
          </Text>
          <Text as="div" size="label" tone="text3" breaks>
            <WholeText>{buyer ? buyerText(buyer) : 'None named'}</WholeText>
          </Text>
        </div>
        <Button size="till" appearance="subtle" onClick={() => setOpen(true)}>
          {buyer ? 'Change buyer' : 'Name buyer'}
        </Button>
      </Spread>
      {isOpen ? (
        <BuyerDialog buyer={buyer} customer={customer} onChange={onChange} onClose={() => setOpen(false)} />
      ) : null}
    </div>
  );
}
