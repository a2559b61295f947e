import { unitsWords } from '#domain/units.ts';
import { makeStyles } from '@fluentui/react-components';
import { ArrowExit20Regular } from '@fluentui/react-icons';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { SupplierField } from '#renderer/ui/supplier-field.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { palette, type } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  body: { display: 'flex', flexDirection: 'column', gap: '20px' },
  consequence: { ...type.label, margin: 0, color: palette.text2 },
});

const REASON_MAX = 500;
const REFERENCE_MAX = 100;

type Supplier = { id: number; name: string } | null;
export type SendBackErrors = { supplier_id?: string | null; reason?: string | null };

type SendBackCardProps = {
  storeName: string;
  supplier: Supplier;
  reference: string;
  reason: string;
  errors: SendBackErrors;
  /** How many units go back, and how many scans do not. */
  count: number;
  staying: number;
  busy: boolean;
  disabledReason: string | null;
  onSupplier: (supplier: Supplier) => void;
  onReference: (reference: string) => void;
  onReason: (reason: string) => void;
  onSend: () => void;
};

/** Who the units go back to and why, and the button that takes them out of the stock. */
export function SendBackCard(props: SendBackCardProps) {
  const styles = useStyles();
  const { storeName, count, staying, busy, errors } = props;
  const leaving = `${unitsWords(count)} ${count === 1 ? 'leaves' : 'leave'}`;
  return (
    <Card title="Return to">
      <div className={styles.body}>
        <SupplierField
          label="Supplier"
          required
          value={props.supplier}
          error={errors.supplier_id}
          onChange={(supplier) => props.onSupplier(supplier)}
        />
        <TextField
          label="Reference"
          hint="The supplier’s RMA or credit note"
          maxLength={REFERENCE_MAX}
          autoComplete="off"
          value={props.reference}
          onChange={(event) => props.onReference(event.target.value)}
        />
        <TextArea
          label="Reason"
          required
          rows={3}
          maxLength={REASON_MAX}
          value={props.reason}
          error={errors.reason}
          onChange={(event) => props.onReason(event.target.value)}
        />
        <p className={styles.consequence}>
          {count === 0
            ? `What goes back leaves the stock of ${storeName} at once.`
            : `${leaving} the stock of ${storeName} at once, and ${count === 1 ? 'keeps its record' : 'keep their records'}.`}
          {staying > 0 ? ` ${unitsWords(staying)} ${staying === 1 ? 'stays' : 'stay'} here.` : null}
        </p>
        <Button
          appearance="primary"
          size="till"
          wide
          icon={<ArrowExit20Regular />}
          keyCap="Ctrl+Enter"
          disabled={busy}
          disabledReason={props.disabledReason}
          onClick={props.onSend}
        >
          {busy ? 'Returning…' : count === 0 ? 'Return' : `Return ${unitsWords(count)}`}
        </Button>
      </div>
    </Card>
  );
}
