import { makeStyles } from '@fluentui/react-components';
import { Warning12Filled } from '@fluentui/react-icons';
import { useWatch } from 'react-hook-form';
import type { Customer } from '#contract/customers.ts';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { Form } from '#renderer/ui/form.tsx';
import { TextLink } from '#renderer/ui/table-text.tsx';
import { tones, type } from '#renderer/ui/theme.ts';
import { CustomerFields, type CustomerFieldsProps } from './customer-fields.tsx';
import { usePhoneOwner } from './phone-owner.ts';
import type { CustomerFormOptions, useCustomerForm } from './use-customer-form.ts';
import type { usePhoneQuestion } from './use-phone-question.ts';

type PhoneQuestionProps = Pick<ReturnType<typeof usePhoneQuestion>, 'question'> & { isNew: boolean };

/** Asks whether two customers shall have the same phone number. */
function PhoneQuestion({ question, isNew }: PhoneQuestionProps) {
  return (
    <ConfirmDialog
      open={question !== null}
      tone="primary"
      title={isNew ? 'Create a second customer with this number?' : 'Give this number to a second customer?'}
      consequence={`${question?.owner.name ?? ''} has this number. Two records split one person’s points and purchases.`}
      confirmLabel={isNew ? 'Create Customer' : 'Update Customer'}
      onConfirm={() => question?.answer(true)}
      onCancel={() => question?.answer(false)}
    />
  );
}

const useStyles = makeStyles({
  root: { ...type.metaStrong, display: 'flex', alignItems: 'baseline', gap: '4px', color: tones.orange[1] },
  icon: { flexShrink: 0, alignSelf: 'center' },
  /** A link within a sentence is underlined: colour alone would not set it apart. */
  text: { '& a': { ...type.metaStrong, textDecorationLine: 'underline' } },
});

type PhoneOwnerNoteProps = {
  owner: Customer;
  /** True if the name is a link; it is plain text where following it would lose work. */
  linked: boolean;
};

/** Shows `Maria Santos has this number`; the name links to her if `linked`. */
function PhoneOwnerNote({ owner, linked }: PhoneOwnerNoteProps) {
  const styles = useStyles();
  return (
    <span role="status" className={styles.root}>
      <Warning12Filled className={styles.icon} aria-hidden="true" />
      <span className={styles.text}>
        {linked ? <TextLink to={`/customers/${owner.id}`}>{owner.name}</TextLink> : owner.name} has this
        number
      </span>
    </span>
  );
}

type CustomerFormProps = ReturnType<typeof useCustomerForm> &
  Pick<CustomerFormOptions, 'customer'> &
  Omit<CustomerFieldsProps, 'phoneNote'> & {
    /** True if the owner of the phone number is linked, as leaving loses nothing. */
    linked?: boolean;
  };

/** The customer form without a frame, for a page or a drawer whose footer submits it. */
export function CustomerForm({ customer, question, linked = false, ...fields }: CustomerFormProps) {
  const { form } = fields;
  const owner = usePhoneOwner(useWatch({ control: form.control, name: 'phone' }), customer);
  return (
    <>
      <Form form={form.state}>
        <CustomerFields
          {...fields}
          phoneNote={owner ? <PhoneOwnerNote linked={linked} owner={owner} /> : undefined}
        />
      </Form>
      <PhoneQuestion question={question} isNew={customer === null} />
    </>
  );
}
