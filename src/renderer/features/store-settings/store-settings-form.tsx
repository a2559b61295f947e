import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { storeSettingsForm } from '#contract/store-settings.ts';
import type { Store } from '#contract/stores.ts';
import { basisPointsToPercent } from '#domain/money.ts';
import { taxRuleOf } from '#domain/store-rules.ts';
import { standardTin } from '#domain/tin.ts';
import { Card } from '#renderer/ui/card.tsx';
import { FormNote } from '#renderer/ui/form-note.tsx';
import { Form } from '#renderer/ui/form.tsx';
import { FormPage } from '#renderer/ui/form-page.tsx';
import type { Actions } from '#renderer/ui/page-actions.tsx';
import { HoursSection } from './hours-section.tsx';
import {
  FeaturesSection,
  MethodsSection,
  OtherSection,
  ReceiptsSection,
  ShiftsSection,
  TradeInsSection,
} from './other-sections.tsx';
import { OfflineSection } from './offline-section.tsx';
import { SettingsNav } from './settings-section.tsx';
import { useApplyToOthers } from './apply-to-others.tsx';
import { useCopyFrom } from './copy-from.tsx';
import { heldSettings } from './form-values.ts';
import { useStoreSettingsForm, type StoreSettingsContractForm } from './use-store-settings-form.ts';

const useStyles = makeStyles({
  main: { display: 'flex', flexDirection: 'column', gap: '16px', minWidth: 0 },
  sections: { minWidth: 0, margin: 0, padding: 0, border: 'none' },
  /** Stays in sight while the form scrolls. */
  aside: { position: 'sticky', top: 0 },
});

type StoreSettingsFormProps = {
  store: Store;
  /** Renders the head of the page around the form's own actions. */
  header: (actions: Actions) => ReactNode;
  /** Renders a receipt of the store as edited. */
  preview: (store: Store) => ReactNode;
  onSaved: () => Promise<void>;
  onCancel: () => void;
};

/** A store's settings: hours, payment methods, features, shifts, tax and receipt footer. */
export function StoreSettingsForm({ store, header, preview, onSaved, onCancel }: StoreSettingsFormProps) {
  const styles = useStyles();
  const form = useStoreSettingsForm(store, onSaved);
  const copying = useCopyFrom(form, store);
  const applying = useApplyToOthers(store, form.state.isDirty);
  const isFirst = store.settings === null;
  const isOver = !store.is_active;
  return (
    <FormPage
      header={
        <>
          {header(isOver ? {} : { secondary: [copying.action, applying.action] })}
          <SettingsNav />
        </>
      }
      form={form.state}
      leaves
      saveUnchanged={isFirst && !isOver}
      onCancel={onCancel}
      aside={<LivePreview form={form} store={store} preview={preview} />}
    >
      <Form form={form.state} className={styles.main}>
        {isOver ? (
          <FormNote>{overText(store)}</FormNote>
        ) : isFirst ? (
          <FormNote>{unsavedText(store)}</FormNote>
        ) : null}
        <fieldset className={styles.sections} disabled={isOver}>
          <SettingsSections form={form} />
        </fieldset>
      </Form>
      {copying.dialog}
      {applying.dialog}
    </FormPage>
  );
}

/** All settings of a store, in one card. */
export function SettingsSections({ form }: { form: StoreSettingsContractForm }) {
  return (
    <Card flush>
      <HoursSection form={form} />
      <MethodsSection form={form} />
      <FeaturesSection form={form} />
      <ShiftsSection form={form} />
      <OfflineSection form={form} />
      <TradeInsSection form={form} />
      <OtherSection form={form} />
      <ReceiptsSection form={form} />
    </Card>
  );
}

const overText = ({ name }: Store) =>
  `${name} is inactive. Its settings can be read, and cannot be changed any more.`;

const unsavedText = ({ name }: Store) =>
  `No settings of ${name} were saved yet. It charges ${basisPointsToPercent(taxRuleOf(null).rate)}% tax and takes ` +
  'every payment method, as shown here. New customers get no group until these settings are saved.';

type LivePreviewProps = Pick<StoreSettingsFormProps, 'store' | 'preview'> & {
  form: Pick<StoreSettingsContractForm, 'control'>;
};

/** Previews the receipt during typing; an invalid tax rate shows the saved one. */
export function LivePreview({ form, store, preview }: LivePreviewProps) {
  const styles = useStyles();
  const [tax, isIncluded, ...texts] = useWatch({
    control: form.control,
    name: ['tax_rate', 'prices_include_tax', 'registered_name', 'tin', 'receipt_header', 'receipt_footer'],
  });
  const [registered_name = null, tin = null, receipt_header = null, receipt_footer = null] = texts.map(
    (text) => text?.trim() || null,
  );
  const saved = heldSettings(store);
  const rate = storeSettingsForm.shape.tax_rate.safeParse(tax);
  const edited = {
    ...store,
    settings: {
      ...saved,
      tax_rate: rate.success ? rate.data : saved.tax_rate,
      prices_include_tax: isIncluded === true,
      registered_name,
      tin: tin && (standardTin(tin) ?? tin),
      receipt_header,
      receipt_footer,
    },
  };
  return <div className={styles.aside}>{preview(edited)}</div>;
}
