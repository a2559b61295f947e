import { zodResolver } from '@hookform/resolvers/zod';
import { makeStyles } from '@fluentui/react-components';
import { useId } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { TillSettings } from '#bridge/settings.ts';
import { till } from '#renderer/lib/till.ts';
import { FormPage } from '#renderer/ui/form-page.tsx';
import { PageHeader } from '#renderer/ui/page-header.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { countErrors, deviceForm, formValuesOf, type DeviceForm } from './device-form-values.ts';
import { useSaveDevices } from './device-queries.ts';
import { LabelPrinterCard } from './label-printer-card.tsx';
import { PrinterCard } from './printer-card.tsx';
import { ScannersCard } from './scanners-card.tsx';
import { ServerCard, type ServerCardProps } from './server-card.tsx';
import { TillCard } from './till-card.tsx';
import { TryScannerCard } from './try-scanner-card.tsx';
import { WaitingPrintsCard } from './waiting-prints-card.tsx';

const useStyles = makeStyles({
  cards: { display: 'flex', flexDirection: 'column', gap: '16px', minWidth: 0 },
});

export type DeviceSettingsProps = Omit<ServerCardProps, 'disabledReason'> & {
  settings: TillSettings;
  /** Whether the full screen may be set and left. */
  mayLeaveKiosk: boolean;
  /** Prints how scanners are set up; null where there is nobody to print it for. */
  onPrintSheet: (() => void) | null;
};

/** Everything that is set up at this till. The form is saved by its bar; server and scanners by their own cards. */
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
      header={<PageHeader title="This till" line="Its devices and its server. Other tills have their own." />}
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
