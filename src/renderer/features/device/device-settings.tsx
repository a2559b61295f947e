import { makeStyles } from '@fluentui/react-components';
import { BarcodeScanner24Regular, FullScreenMinimize20Regular } from '@fluentui/react-icons';
import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { FormProvider, useForm, useFormContext } from 'react-hook-form';
import { labelPrinterSettings, logLevels, printerSettings, type TillSettings } from '#bridge/settings.ts';
import { codeKind } from '#domain/barcodes.ts';
import { labelSizes } from '#domain/label.ts';
import { formatTime, type Zones } from '#domain/store-time.ts';
import { till } from '#renderer/lib/till.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { FormPage } from '#renderer/ui/form-page.tsx';
import { Columns, Stack } from '#renderer/ui/layout.tsx';
import { PageHeader } from '#renderer/ui/page-header.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { sizes as layout, palette } from '#renderer/ui/theme.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import {
  countErrors,
  deviceForm,
  type DeviceForm,
  formValuesOf,
  usualLabelPrinter,
  usualPrinter,
} from './device-form-values.ts';
import { useSaveDevices, useTriedScans } from './device-queries.ts';
import { codeKindText, labelSizeText, logLevelText } from './device-text.ts';
import { PrinterPaperFields } from './printer-paper-fields.tsx';
import { PrinterSetup } from './printer-setup.tsx';
import { AsksStatusField, LettersField } from './printer-shared-fields.tsx';
import { PrinterTrial } from './printer-trial.tsx';
import { ScannersCard } from './scanners-card.tsx';
import { OwnServerCard } from './own-server-card.tsx';
import { ServerCard, type ServerCardProps } from './server-card.tsx';
import { SwitchField } from './switch-field.tsx';
import { WaitingPrintsCard } from './waiting-prints-card.tsx';

const useTryScannerCardStyles = makeStyles({
  scan: {
    padding: `10px ${layout.cardSide}`,
    borderBottom: `1px solid ${palette.rowLine}`,
    ':first-child': { backgroundColor: palette.brandFill },
    ':last-child': { borderBottom: 'none' },
  },
});

/** Shows what every scanner sends, to see that each works and is read completely. */
function TryScannerCard({ timeZone }: { timeZone: Zones }) {
  const styles = useTryScannerCardStyles();
  const scans = useTriedScans();
  return (
    <Card title="Try a scanner" flush>
      <div role="log" aria-label="Scans">
        {scans.length === 0 ? (
          <EmptyState compact icon={<BarcodeScanner24Regular />} title="Scan something">
            What any scanner reads shows here, and goes nowhere else.
          </EmptyState>
        ) : (
          <Stack as="ul">
            {scans.map((scan) => (
              <li key={scan.key} className={styles.scan}>
                <Text as="div" size="bodyStrong" tone="text1" breaks>
                  {scan.code}
                </Text>
                <Text as="div" size="meta" tone="text3" breaks>
                  {codeKindText[codeKind(scan.code)]} · {scan.scanner} · {formatTime(scan.at, timeZone)}
                </Text>
              </li>
            ))}
          </Stack>
        )}
      </div>
    </Card>
  );
}

const levels = logLevels.map((level) => ({ value: level, label: logLevelText[level] }));

type TillCardProps = {
  /** True for managers, who may set and leave the full screen. */
  mayLeaveKiosk: boolean;
  /** True if the till was started in full screen. */
  isKiosk: boolean;
  onLeaveKiosk: () => void;
};

/** Edits the till's name, its log level and the full screen. */
function TillCard({ mayLeaveKiosk, isKiosk, onLeaveKiosk }: TillCardProps) {
  const { register, formState } = useFormContext<DeviceForm>();
  return (
    <Card
      title="This Till"
      side={
        isKiosk && mayLeaveKiosk ? (
          <Button icon={<FullScreenMinimize20Regular />} onClick={onLeaveKiosk}>
            Leave full screen
          </Button>
        ) : null
      }
    >
      <Stack gap={20}>
        <Columns stacks columns="minmax(0, 1fr) minmax(0, 1fr)" gap={16}>
          <TextField
            {...register('till_name')}
            label="Till name"
            maxLength={101}
            autoComplete="off"
            hint="Stands on test pages and in the log. “Counter 1”."
            error={formState.errors.till_name?.message}
          />
          <SelectField {...register('log_level')} label="Log" options={levels} />
        </Columns>
        <SwitchField
          name="kiosk"
          label="Fill the whole screen with the till"
          note={
            mayLeaveKiosk
              ? 'No other program can be reached until a manager leaves the full screen here.'
              : 'A manager who is signed in can change this.'
          }
          disabled={!mayLeaveKiosk}
        />
      </Stack>
    </Card>
  );
}

function PrinterCard() {
  return (
    <PrinterSetup
      name="printer"
      title="Receipt printer"
      usual={usualPrinter}
      none={{
        choice: 'No printer',
        note: 'Receipts are shown on the screen only, and no cash drawer opens. The drawer hangs on the printer.',
      }}
    >
      <PrinterPaperFields />
      <PrinterTrial
        name="printer"
        schema={printerSettings}
        text={{
          called: 'Printer',
          look: 'Check printer',
          test: 'Print test page',
          printed: 'The test page was printed.',
          note: 'Tried as it stands above, saved or not. The drawer stays shut.',
        }}
      />
    </PrinterSetup>
  );
}

const useLabelPrinterCardStyles = makeStyles({
  fields: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    gap: '20px 16px',
    alignItems: 'start',
  },
});

const sizes = labelSizes.map((size) => ({ value: size, label: labelSizeText[size] }));

/** Edits the label size, the code page, and whether the printer is asked for its status. */
function LabelFields() {
  const styles = useLabelPrinterCardStyles();
  const { register, formState } = useFormContext<DeviceForm>();
  return (
    <div className={styles.fields}>
      <SelectField
        {...register('label_printer.size')}
        label="Labels"
        options={sizes}
        error={formState.errors.label_printer?.size?.message}
      />
      <LettersField name="label_printer" />
      <AsksStatusField
        name="label_printer"
        note="Whether there are labels, and its cover is shut. Off for printers that never answer."
      />
    </div>
  );
}

function LabelPrinterCard() {
  return (
    <PrinterSetup
      name="label_printer"
      title="Label printer"
      usual={usualLabelPrinter}
      none={{
        choice: 'No label printer',
        note: 'Labels of units are printed on the receipt printer until a label printer is set up.',
      }}
    >
      <LabelFields />
      <PrinterTrial
        name="label_printer"
        schema={labelPrinterSettings}
        text={{
          called: 'Label printer',
          look: 'Check label printer',
          test: 'Print test label',
          printed: 'The test label was printed.',
          note: 'Tried as it stands above, saved or not. It prints one label.',
        }}
      />
    </PrinterSetup>
  );
}

const useStyles = makeStyles({
  cards: { display: 'flex', flexDirection: 'column', gap: '16px', minWidth: 0 },
});

export type DeviceSettingsProps = Omit<ServerCardProps, 'disabledReason'> & {
  settings: TillSettings;
  /** True if the full screen may be set and left. */
  mayLeaveKiosk: boolean;
  /** Prints the sheet for setting up scanners; null if there is nobody to print it for. */
  onPrintSheet: (() => void) | null;
};

/** All settings of this till. The form is saved by its bar, server and scanners by their own cards. */
export function DeviceSettings(props: DeviceSettingsProps) {
  const { settings, timeZone, mayLeaveKiosk, onPrintSheet, ...server } = props;
  const styles = useStyles();
  const formId = useId();
  const notify = useNotify();
  const save = useSaveDevices();
  const form = useForm<DeviceForm>({
    resolver: zodResolver(deviceForm),
    defaultValues: formValuesOf(settings),
  });
  const { isDirty, isSubmitting, errors } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      if (settings.kiosk && !values.kiosk) {
        const { reason } = await till.kiosk.leave();
        if (reason !== null) return form.setError('kiosk', { type: 'refused', message: reason });
      }
      form.reset(formValuesOf(await save(values)));
      notify.success('Settings saved', 'They are in use from now on.');
    } catch {
      notify.error('Settings could not be saved', 'Nothing was changed. Try again.');
    }
  });
  const leaveKiosk = () => {
    till.kiosk
      .leave()
      .then(({ left, reason }) =>
        left
          ? notify.info('Full screen left', 'It comes back when the till starts again.')
          : notify.error('The full screen was not left', reason),
      )
      .catch(() => notify.error('The full screen could not be left'));
  };
  return (
    <FormPage
      header={<PageHeader title="This Till" line="Its devices and its server. Other tills have their own." />}
      form={{ id: formId, isDirty, busy: isSubmitting, errors: countErrors(errors) }}
      onCancel={() => form.reset()}
      aside={
        <div className={styles.cards}>
          <WaitingPrintsCard timeZone={timeZone} />
          <TryScannerCard timeZone={timeZone} />
        </div>
      }
    >
      <div className={styles.cards}>
        <ServerCard
          {...server}
          timeZone={timeZone}
          disabledReason={isDirty ? 'Save or cancel your changes first' : null}
        />
        <OwnServerCard disabledReason={isDirty ? 'Save or cancel your changes first' : null} />
        <FormProvider {...form}>
          <form id={formId} noValidate className={styles.cards} onSubmit={(event) => void submit(event)}>
            <TillCard mayLeaveKiosk={mayLeaveKiosk} isKiosk={settings.kiosk} onLeaveKiosk={leaveKiosk} />
            <PrinterCard />
            <LabelPrinterCard />
          </form>
        </FormProvider>
        <ScannersCard settings={settings} onPrintSheet={onPrintSheet} />
      </div>
    </FormPage>
  );
}
