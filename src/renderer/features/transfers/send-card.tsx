import { makeStyles } from '@fluentui/react-components';
import { Send20Regular } from '@fluentui/react-icons';
import type { StoreEntry } from '#contract/stores.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { palette, type } from '#renderer/ui/theme.ts';
import { unitsWords } from './transfer-words.ts';

const useStyles = makeStyles({
  body: { display: 'flex', flexDirection: 'column', gap: '20px' },
  consequence: { ...type.label, margin: 0, color: palette.text2 },
});

const REASON_MAX = 500;

type SendCardProps = {
  fromName: string;
  /** The stores that it may go to; undefined while they load. */
  stores: readonly StoreEntry[] | undefined;
  toStoreId: number | null;
  storeError: string | null;
  reason: string;
  /** How many units go along. */
  count: number;
  /** How many scans do not. */
  staying: number;
  busy: boolean;
  disabledReason: string | null;
  onStore: (id: number | null) => void;
  onReason: (reason: string) => void;
  onSend: () => void;
};

/** Where the units go to and why, and the button that sends them. */
export function SendCard(props: SendCardProps) {
  const styles = useStyles();
  const { fromName, stores = [], toStoreId, count, staying, busy } = props;
  return (
    <Card title="Send to">
      <div className={styles.body}>
        <SelectField
          label="Destination"
          required
          options={[
            { value: '', label: 'Choose a store' },
            ...stores.map(({ id, name, code }) => ({ value: String(id), label: `${name} (${code})` })),
          ]}
          value={toStoreId === null ? '' : String(toStoreId)}
          error={props.storeError}
          onChange={(event) => props.onStore(event.target.value ? Number(event.target.value) : null)}
        />
        <TextArea
          label="Reason"
          hint="For whoever receives it"
          rows={3}
          maxLength={REASON_MAX}
          value={props.reason}
          onChange={(event) => props.onReason(event.target.value)}
        />
        <p className={styles.consequence}>
          {count === 0
            ? `What is sent leaves the stock of ${fromName} at once.`
            : `${unitsWords(count)} ${count === 1 ? 'leaves' : 'leave'} the stock of ${fromName} at once, and ${
                count === 1 ? 'is' : 'are'
              } sold nowhere until received.`}
          {staying > 0 ? ` ${unitsWords(staying)} ${staying === 1 ? 'stays' : 'stay'} here.` : null}
        </p>
        <Button
          appearance="primary"
          size="till"
          wide
          icon={<Send20Regular />}
          keyCap="Ctrl+Enter"
          disabled={busy}
          disabledReason={props.disabledReason}
          onClick={props.onSend}
        >
          {busy ? 'Sending…' : count === 0 ? 'Send' : `Send ${unitsWords(count)}`}
        </Button>
      </div>
    </Card>
  );
}
