import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { type ReactNode, useId } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { newStaffForm, staffChanges, type StaffMember } from '#contract/people.ts';
import { PASSWORD_MIN } from '#contract/staff.ts';
import { roleDescriptions } from '#domain/role-texts.ts';
import type { Role } from '#domain/roles.ts';
import { emptyForm, valuesFrom } from '#renderer/lib/use-contract-form.ts';
import { type Followed, useVersionedForm } from '#renderer/lib/use-versioned-form.ts';
import { Card } from '#renderer/ui/card.tsx';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { fieldGrid } from '#renderer/ui/field-grid.ts';
import { formOf, FormPage } from '#renderer/ui/form-page.tsx';
import { Form } from '#renderer/ui/form.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { PasswordField } from '#renderer/ui/password-field.tsx';
import { RoleBadge } from '#renderer/ui/role-badge.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { focusRing, palette, type, windows } from '#renderer/ui/theme.ts';

const useStoresFieldStyles = makeStyles({
  root: { margin: 0, padding: 0, border: 'none', minWidth: 0 },
  legend: { ...type.bodyStrong, padding: 0, color: palette.text1 },
  list: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    [windows.phone]: { gridTemplateColumns: 'minmax(0, 1fr)' },
    columnGap: '16px',
    maxHeight: '240px',
    overflowY: 'auto',
  },
  note: { ...type.meta, margin: '2px 0 4px', color: palette.text3 },
  error: { ...type.meta, margin: '4px 0 0', color: palette.danger },
});

type StoreChoice = {
  id: number;
  name: string;
  /** True if the reader can neither add nor remove it. */
  fixed?: boolean;
  /** True if it is inactive: it can be taken from a person, and is nobody's new primary store. */
  isInactive?: boolean;
};

type StoresFieldProps = {
  stores: readonly StoreChoice[];
  primary: number | null;
  value: readonly number[];
  onChange: (storeIds: number[]) => void;
  error?: string | undefined;
};

/** The further stores of a person; the primary store is always included. */
function StoresField({ stores, primary, value, onChange, error }: StoresFieldProps) {
  const styles = useStoresFieldStyles();
  const others = stores.filter(({ id }) => id !== primary);
  if (others.length === 0) return null;
  const toggle = (id: number, isChosen: boolean) =>
    onChange(isChosen ? [...value, id] : value.filter((other) => other !== id));
  return (
    <fieldset className={styles.root}>
      <legend className={styles.legend}>Additional stores</legend>
      <p className={styles.note}>
        {others.some(({ fixed }) => fixed)
          ? 'Stores that are not yours stay as they are.'
          : 'Stores where they may work as well.'}
      </p>
      <div className={styles.list}>
        {others.map(({ id, name, fixed }) => (
          <Checkbox
            key={id}
            label={name}
            checked={value.includes(id)}
            disabled={fixed}
            onChange={(event) => toggle(id, event.target.checked)}
          />
        ))}
      </div>
      {error ? (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

const useRoleFieldStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', margin: 0, padding: 0, border: 'none', minWidth: 0 },
  legend: { ...type.bodyStrong, padding: 0, marginBottom: '4px', color: palette.text1 },
  required: { '::after': { content: "' *' / ''", color: palette.danger } },
  option: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '40px',
    padding: '4px 8px',
    [windows.phone]: { flexWrap: 'wrap', rowGap: '2px', padding: '8px' },
    borderRadius: '8px',
    cursor: 'pointer',
    ':hover': { backgroundColor: palette.canvas },
  },
  chosen: { backgroundColor: palette.brandFill, ':hover': { backgroundColor: palette.brandFill } },
  input: {
    flexShrink: 0,
    width: '16px',
    height: '16px',
    margin: 0,
    accentColor: palette.brand,
    ':focus-visible': focusRing,
  },
  badge: { flexShrink: 0, width: '140px', [windows.phone]: { width: 'auto' } },
  /** Below its badge on a phone. */
  does: { [windows.phone]: { flexBasis: '100%', paddingLeft: '28px' } },
  error: { ...type.meta, margin: '4px 0 0', color: palette.danger },
});

type RoleFieldProps = {
  roles: readonly Role[];
  value: Role | undefined;
  onChange: (role: Role) => void;
  error?: string | undefined;
};

/** Chooses the role: each assignable one with its description. */
function RoleField({ roles, value, onChange, error }: RoleFieldProps) {
  const styles = useRoleFieldStyles();
  const name = useId();
  return (
    <fieldset className={styles.list}>
      <legend className={mergeClasses(styles.legend, styles.required)}>Role</legend>
      {roles.map((role) => (
        <label key={role} className={mergeClasses(styles.option, role === value && styles.chosen)}>
          <input
            type="radio"
            name={name}
            className={styles.input}
            checked={role === value}
            onChange={() => onChange(role)}
          />
          <span className={styles.badge}>
            <RoleBadge role={role} onTint={role === value} />
          </span>
          <span className={styles.does}>
            <Text size="label" tone="text2">
              {roleDescriptions[role]}
            </Text>
          </span>
        </label>
      ))}
      {error ? (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

const useStyles = makeStyles({
  ...fieldGrid,
});

const schema = staffChanges.required({ name: true, email: true, role: true });
type Schema = typeof schema;

/** A primary store is required of everybody; of oneself the form has name and email only. */
function schemaFor({ isNew, isOneself }: { isNew: boolean; isOneself: boolean }): Schema {
  if (isNew) return newStaffForm as unknown as Schema;
  return isOneself
    ? schema
    : (schema.extend({ primary_store_id: newStaffForm.shape.primary_store_id }) as unknown as Schema);
}

type StaffFormPageProps = {
  /** Null for somebody new. */
  person: StaffMember | null;
  /** True for one's own record: only name and email can be changed. */
  isOneself?: boolean;
  /** The assignable roles, and the current one. */
  roles: readonly Role[];
  stores: readonly StoreChoice[];
  primaryStore: number | null;
  header: ReactNode;
  /** Loads the person again. */
  load?: () => Promise<StaffMember | null>;
  send: (
    values: ReturnType<Schema['parse']>,
    sending: Followed<Schema, StaffMember | null>,
  ) => Promise<unknown>;
  onCancel: () => void;
};

const valuesOf = (person: StaffMember | null, primaryStore: number | null) => ({
  ...(person
    ? { ...valuesFrom(schema, person), password: undefined, current_password: undefined }
    : emptyForm(newStaffForm, { role: 'salesperson', primary_store_id: null, is_active: true })),
  primary_store_id: primaryStore ?? undefined,
});

/** The form of a new staff member, an existing one, or oneself. */
export function StaffFormPage(props: StaffFormPageProps) {
  const { person, isOneself = false, roles, stores, primaryStore, header, send, onCancel } = props;
  const { load = () => Promise.resolve(null) } = props;
  const styles = useStyles();
  const isNew = person === null;
  const form = useVersionedForm(schemaFor({ isNew, isOneself }), {
    thing: person,
    valuesOf: (shown) => valuesOf(shown, shown ? shown.primary_store_id : primaryStore),
    load,
    send,
  });
  const { control, formState } = form;
  const { errors } = formState;
  const primary = useWatch({ control, name: 'primary_store_id' }) ?? null;
  const email = useWatch({ control, name: 'email' });
  const isEmailNew = !isNew && email.trim().toLowerCase() !== person.email;
  return (
    <FormPage header={header} form={form.state} {...formOf('Staff Member', isNew)} onCancel={onCancel}>
      <Form form={form.state}>
        <Stack gap={16} shrinks>
          <Card title="Who they are">
            <div className={styles.fields}>
              <TextField {...form.field('name')} label="Name" required autoComplete="off" autoFocus />
              <TextField {...form.field('email')} label="Email" type="email" required autoComplete="off" />
              {isEmailNew ? (
                <PasswordField
                  {...form.field('current_password', { shouldUnregister: true })}
                  className={styles.whole}
                  label="Your current password"
                  required
                  autoComplete="current-password"
                  hint="It is needed to change an email address. The old address is told."
                />
              ) : null}
              {isOneself ? (
                <Text as="p" size="label" tone="text3">
                  Your role, stores and state are changed by another manager, your password under Change
                  Password.
                </Text>
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
                      : 'Leave blank to keep it. A new one signs them out, and they choose another when they sign in.'
                  }
                />
              )}
            </div>
          </Card>
          {isOneself ? null : (
            <>
              <Card title="Where they work">
                <div className={styles.fields}>
                  <SelectField
                    {...form.field('primary_store_id', {
                      setValueAs: (text: string | number | undefined) => (text ? Number(text) : undefined),
                    })}
                    label="Primary store"
                    disabled={stores.some(({ id, fixed }) => fixed && id === primaryStore)}
                    options={[
                      ...(primaryStore === null ? [{ value: '', label: 'Select a store' }] : []),
                      ...stores
                        .filter(({ id, fixed, isInactive }) => (!fixed && !isInactive) || id === primaryStore)
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
            </>
          )}
        </Stack>
      </Form>
    </FormPage>
  );
}
