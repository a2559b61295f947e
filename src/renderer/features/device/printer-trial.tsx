import { makeStyles } from '@fluentui/react-components';
import { Print20Regular, Search20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { PrinterTest } from '#bridge/printing.ts';
import type { LabelPrinterSettings, PrinterSettings } from '#bridge/settings.ts';
import type { z } from '#contract/zod.ts';
import { till } from '#renderer/lib/till.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Row } from '#renderer/ui/layout.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette } from '#renderer/ui/theme.ts';
import type { DeviceForm, PrinterName } from './device-form-values.ts';
import { conditionText } from './device-text.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    paddingTop: '20px',
    borderTop: `1px solid ${palette.hairline}`,
  },
  result: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '8px 12px', minHeight: '22px' },
});

type Trial = 'look' | 'test';
type Described = PrinterSettings | LabelPrinterSettings;

const tries: Record<Trial, (printer: Described) => Promise<PrinterTest>> = {
  look: (printer) => till.printer.look(printer),
  test: (printer) => till.printer.test(printer),
};

const failed = (fault: unknown): PrinterTest => ({
  condition: 'error',
  reason: fault instanceof Error ? fault.message : null,
});

function Result({ trial, test, printed }: { trial: Trial; test: PrinterTest; printed: string }) {
  const { tone, text, advice } = conditionText[test.condition];
  const isTest = trial === 'test';
  const isPrinted = isTest && ['ready', 'paper_low'].includes(test.condition);
  const next = isTest && test.condition === 'unknown' ? 'Look at the paper.' : advice;
  const sentence = [isPrinted ? printed : null, test.reason, next]
    .filter(Boolean)
    .map((part) => (/[.!?]$/.test(part ?? '') ? part : `${part}.`))
    .join(' ');
  return (
    <>
      <StatusBadge tone={tone}>{text}</StatusBadge>
      {sentence ? (
        <Text size="body" tone="text2" breaks>
          {sentence}
        </Text>
      ) : null}
    </>
  );
}

type PrinterTrialProps = {
  name: PrinterName;
  schema: z.ZodType<Described>;
  text: {
    /** The printer's name for screen readers. */
    called: string;
    look: string;
    test: string;
    /** The text after the test was printed. */
    printed: string;
    /** The text before the first test. */
    note: string;
  };
};

/** Tests a printer with the values in the form, before they are saved. */
export function PrinterTrial({ name, schema, text }: PrinterTrialProps) {
  const styles = useStyles();
  const { control, getValues, trigger } = useFormContext<DeviceForm>();
  const described = JSON.stringify(useWatch({ control, name }));
  const [running, setRunning] = useState<Trial | null>(null);
  const [done, setDone] = useState<{ trial: Trial; test: PrinterTest; of: string } | null>(null);

  const run = async (trial: Trial) => {
    if (!(await trigger(name, { shouldFocus: true }))) return;
    const printer = schema.parse(getValues(name));
    setRunning(trial);
    const test = await tries[trial](printer).catch(failed);
    setDone({ trial, test, of: described });
    setRunning(null);
  };
  // A result is shown only for the values that were tested.
  const shown = done?.of === described && running === null ? done : null;
  return (
    <div className={styles.root}>
      <Row gap={8} wraps>
        <Button icon={<Search20Regular />} disabled={running !== null} onClick={() => void run('look')}>
          {text.look}
        </Button>
        <Button icon={<Print20Regular />} disabled={running !== null} onClick={() => void run('test')}>
          {text.test}
        </Button>
      </Row>
      <div role="status" aria-label={text.called} className={styles.result}>
        {running ? (
          <Text size="label" tone="text3">
            {running === 'look' ? 'Asking the printer…' : 'Printing…'}
          </Text>
        ) : null}
        {shown ? <Result trial={shown.trial} test={shown.test} printed={text.printed} /> : null}
        {!running && !shown ? (
          <Text size="label" tone="text3">
            {text.note}
          </Text>
        ) : null}
      </div>
    </div>
  );
}
