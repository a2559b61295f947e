import { makeStyles } from '@fluentui/react-components';
import { Save20Regular, Search20Regular, Delete20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { receiptRows } from '#domain/receipt.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { ChoiceButtons } from '#renderer/ui/choice-buttons.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { Page, PageHeader } from '#renderer/ui/page-header.tsx';
import { ReceiptPaper } from '#renderer/ui/receipt-paper.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { palette, tones, type Tone } from '#renderer/ui/theme.ts';
import { receipt } from './sample-receipt.ts';

const useStyles = makeStyles({
  root: { backgroundColor: palette.canvas },
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '12px', marginBottom: '12px' },
  fields: { display: 'grid', gridTemplateColumns: 'repeat(4, 1fr)', gap: '16px', alignItems: 'start' },
});

function Row({ children }: { children: ReactNode }) {
  return <div className={useStyles().row}>{children}</div>;
}

const methods = [
  { value: 'cash', label: 'Cash' },
  { value: 'card', label: 'Credit/Debit Card' },
  { value: 'gcash', label: 'GCash' },
  { value: 'maya', label: 'Maya' },
  { value: 'bank_transfer', label: 'Bank Transfer' },
];
const statuses = [
  { value: 'completed', label: 'Completed' },
  { value: 'pending', label: 'Pending' },
];
const appearances = ['primary', 'secondary', 'subtle', 'danger'] as const;
const buttonSizes = ['medium', 'till', 'checkout'] as const;

/** Every small piece in its states. */
export function Pieces() {
  const styles = useStyles();
  const [method, setMethod] = useState('cash');
  const [status, setStatus] = useState('completed');
  return (
    <main className={styles.root}>
      <Page>
        <PageHeader title="Pieces" line="Every small piece in its states." />
        <Card title="Buttons">
          {buttonSizes.map((size) => (
            <Row key={size}>
              {appearances.map((appearance) => (
                <Button
                  key={appearance}
                  size={size}
                  appearance={appearance}
                  icon={<Save20Regular />}
                  keyCap="F8"
                >
                  {appearance}
                </Button>
              ))}
              <Button size={size} appearance="primary" disabledReason="Add items to cart first" keyCap="F8">
                Off
              </Button>
              <Button size={size} appearance="subtle" disabled>
                Off
              </Button>
              <Button size={size} appearance="subtle" label="Delete" icon={<Delete20Regular />} />
            </Row>
          ))}
        </Card>
        <Card title="Badges and amounts">
          <Row>
            {(Object.keys(tones) as Tone[]).map((tone) => (
              <StatusBadge key={tone} tone={tone}>
                {tone}
              </StatusBadge>
            ))}
            <StatusBadge tone="purple" mark="lock">
              LOCKED
            </StatusBadge>
            <StatusBadge tone="grey" mark="none">
              Used, 4 of 5
            </StatusBadge>
          </Row>
          <Row>
            {(['meta', 'body', 'price', 'strong', 'middle', 'figure', 'due', 'total'] as const).map(
              (size) => (
                <MoneyText key={size} amount={9_267_552} surface="payment" size={size} />
              ),
            )}
            <MoneyText amount={-37_900} surface="cart" size="meta" tone="saving" />
          </Row>
        </Card>
        <Card title="New payment">
          <Row>
            <ChoiceButtons label="Status" choices={statuses} value={status} onChange={setStatus} />
          </Row>
          <ChoiceButtons label="Method" choices={methods} value={method} onChange={setMethod} even />
        </Card>
        <Card title="Fields">
          <div className={styles.fields}>
            <TextField label="Amount" size={48} amount prefix="₱" defaultValue="53,000.00" />
            <TextField label="Notes" size={44} placeholder="Optional" />
            <TextField label="Reference" size={44} error="Reference required" />
            <TextField
              label="Search"
              labelHidden
              prefix={<Search20Regular />}
              placeholder="Name, code or contact"
            />
            <TextField label="Email" size={40} hint="The receipt goes here." defaultValue="maria@gmail.com" />
            <TextField label="Total" disabled defaultValue="1,000.00" />
            <SelectField label="Status" options={statuses} />
            <SelectField label="Method" size={44} options={methods} error="Choose a method" />
            <Checkbox label="Remember me" defaultChecked />
            <Checkbox label="Not chosen" />
            <Checkbox label="Not now" disabled />
          </div>
        </Card>
        <Card title="Receipt">
          <ReceiptPaper rows={receiptRows(receipt, 42)} columns={42} />
        </Card>
      </Page>
    </main>
  );
}
