import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { newStaffForm, staffChanges, type StaffMember } from '#contract/people.ts';
import { PASSWORD_MIN } from '#contract/staff.ts';
import type { Role } from '#domain/roles.ts';
import { emptyForm, valuesFrom } from '#renderer/lib/use-contract-form.ts';
import { type Followed, useVersionedForm } from '#renderer/lib/use-versioned-form.ts';
import { Card } from '#renderer/ui/card.tsx';
import { fieldGrid } from '#renderer/ui/field-grid.ts';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { Form } from '#renderer/ui/form.tsx';
import { FormPage, formOf } from '#renderer/ui/form-page.tsx';
import { PasswordField } from '#renderer/ui/password-field.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { palette, type } from '#renderer/ui/theme.ts';
import { RoleField } from './role-field.tsx';
import { StoresField, type StoreChoice } from './stores-field.tsx';

const useStyles = makeStyles({
  cards: { display: 'flex', flexDirection: 'column', gap: '16px', minWidth: 0 },
  ...fieldGrid,
  note: { ...type.label, margin: 0, color: palette.text3 },
});

const schema = staffChanges.required({ name: true, email: true, role: true });
type Schema = typeof schema;

export type StaffFormPageProps = {
  /** Null for somebody new. */
  person: StaffMember | null;
  /** Of oneself, only name and e-mail are changed here. */
  isOneself?: boolean;
  /** Those that may be given, and the one that is. */
  roles: readonly Role[];
  stores: readonly StoreChoice[];
  primaryStore: number | null;
  header: ReactNode;
  /** Asks the server for them again. */
  load?: () => Promise<StaffMember | null>;
  send: (
    values: ReturnType<Schema['parse']>,
    sending: Followed<Schema, StaffMember | null>,
  ) => Promise<unknown>;
  onCancel: () => void;
};

const valuesOf = (person: StaffMember | null, primaryStore: number | null) => ({
  ...(person
    ? { ...valuesFrom(schema, person), password: undefined }
    : emptyForm(newStaffForm, { role: 'salesperson', primary_store_id: null, is_active: true })),
  primary_store_id: primaryStore ?? undefined,
});

/** The form of a new staff member, of one who is there, and of oneself. */
export function StaffFormPage(props: StaffFormPageProps) {
  const { person, isOneself = false, roles, stores, primaryStore, header, send, onCancel } = props;
  const { load = () => Promise.resolve(null) } = props;
  const styles = useStyles();
  const isNew = person === null;
  const form = useVersionedForm(isNew ? (newStaffForm as unknown as Schema) : schema, {
    thing: person,
    valuesOf: (shown) => valuesOf(shown, shown ? shown.primary_store_id : primaryStore),
    load,
    send,
  });
  const { control, formState } = form;
  const { errors } = formState;
  const primary = useWatch({ control, name: 'primary_store_id' }) ?? null;
  return (
    <FormPage header={header} form={form.state} {...formOf('Staff Member', isNew)} onCancel={onCancel}>
      <Form form={form.state}>
        <div className={styles.cards}>
          <Card title="Who they are">
            <div className={styles.fields}>
              <TextField {...form.field('name')} label="Name" required autoComplete="off" autoFocus />
              <TextField {...form.field('email')} label="Email" type="email" required autoComplete="off" />
              {isOneself ? (
                <p className={styles.note}>
                  Your role, stores and state are changed by another manager, your password under Change
                  Password.
                </p>
              ) : (
                <PasswordField
                  {...form.field('password', {
                    setValueAs: (text?: string) => (isNew ? text : text || undefined),
                  })}
                  className={styles.whole}
                  label={isNew ? 'First password' : 'New password'}
                  required={isNew}
                  autoComplete="new-password"
                  hint={
                    isNew
                      ? `At least ${PASSWORD_MIN} characters. They choose another one when they first sign in.`
                      : 'Blank keeps the current one. With a new one they are signed out, and choose another at their next sign-in.'
                  }
                />
              )}
            </div>
          </Card>
          {isOneself ? null : (
            <>
              <Card title="What they do">
                <Controller
                  control={control}
                  name="role"
                  render={({ field }) => (
                    <RoleField
                      roles={roles}
                      value={field.value}
                      onChange={field.onChange}
                      error={errors.role?.message}
                    />
                  )}
                />
              </Card>
              <Card title="Where they work">
                <div className={styles.fields}>
                  <SelectField
                    {...form.field('primary_store_id', {
                      setValueAs: (text: string | number | undefined) => (text ? Number(text) : undefined),
                    })}
                    label="Primary store"
                    disabled={stores.some(({ id, fixed }) => fixed && id === primaryStore)}
                    options={[
                      ...(primaryStore === null ? [{ value: '', label: 'Choose a store' }] : []),
                      ...stores
                        .filter(({ id, fixed }) => !fixed || id === primaryStore)
                        .map(({ id, name }) => ({ value: String(id), label: name })),
                    ]}
                  />
                  <div className={styles.whole}>
                    <Controller
                      control={control}
                      name="store_ids"
                      render={({ field }) => (
                        <StoresField
                          stores={stores}
                          primary={primary}
                          value={field.value ?? []}
                          onChange={field.onChange}
                          error={errors.store_ids?.message}
                        />
                      )}
                    />
                  </div>
                  <div className={styles.whole}>
                    <Checkbox {...form.field('is_active')} label="Active: they can log in" />
                  </div>
                </div>
              </Card>
            </>
          )}
        </div>
      </Form>
    </FormPage>
  );
}
