import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { Store, StoreSettings } from '#contract/stores.ts';
import { Form } from '#renderer/ui/form.tsx';
import { FormPage } from '#renderer/ui/form-page.tsx';
import type { Actions } from '#renderer/ui/page-actions.tsx';
import { useCopyFrom } from './copy-from.tsx';
import { SettingsNav } from './settings-section.tsx';
import { LivePreview, SettingsSections } from './store-settings-form.tsx';
import { useStoreDefaultsForm } from './use-store-settings-form.ts';

const useStyles = makeStyles({
  main: { minWidth: 0 },
});

type StoreDefaultsFormProps = {
  defaults: StoreSettings;
  header: (actions: Actions) => ReactNode;
  /** The store whose receipt is the example. */
  store: Store;
  preview: (store: Store) => ReactNode;
  onSaved: () => Promise<void>;
  onCancel: () => void;
};

/** The settings that new stores begin with. */
export function StoreDefaultsForm(props: StoreDefaultsFormProps) {
  const { defaults, header, store, preview, onSaved, onCancel } = props;
  const styles = useStyles();
  const form = useStoreDefaultsForm(defaults, onSaved);
  const copying = useCopyFrom(form, null);
  return (
    <FormPage
      header={
        <>
          {header({ secondary: [copying.action] })}
          <SettingsNav />
        </>
      }
      form={form.state}
      leaves
      onCancel={onCancel}
      aside={<LivePreview form={form} store={store} preview={preview} />}
    >
      <Form form={form.state} className={styles.main}>
        <SettingsSections form={form} />
      </Form>
      {copying.dialog}
    </FormPage>
  );
}
