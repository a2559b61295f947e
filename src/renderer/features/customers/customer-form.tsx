import { useWatch } from 'react-hook-form';
import { CustomerFields, type CustomerFieldsProps } from './customer-fields.tsx';
import { PhoneOwnerNote } from './phone-owner-note.tsx';
import { usePhoneOwner } from './phone-owner.ts';
import { PhoneQuestion } from './phone-question.tsx';
import { useCustomerForm, type CustomerFormOptions } from './use-customer-form.ts';
import { usePhoneQuestion } from './use-phone-question.ts';

type CustomerFormProps = CustomerFormOptions &
  Pick<CustomerFieldsProps, 'groups' | 'channels' | 'size'> & {
    /** Ties a submit button outside of the form to it. */
    formId: string;
  };

/** The customer form by itself, for a drawer with a foot of its own. */
export function CustomerForm({ formId, customer, today, onSubmit, ...fields }: CustomerFormProps) {
  const { question, mayKeep } = usePhoneQuestion(customer);
  const { form, submit } = useCustomerForm({
    customer,
    today,
    onSubmit: async (values, changes) => ((await mayKeep(values.phone)) ? onSubmit(values, changes) : {}),
  });
  const owner = usePhoneOwner(useWatch({ control: form.control, name: 'phone' }), customer);
  return (
    <>
      <form id={formId} noValidate onSubmit={submit}>
        <CustomerFields
          {...fields}
          form={form}
          today={today}
          phoneNote={owner ? <PhoneOwnerNote linked={false} owner={owner} /> : undefined}
        />
      </form>
      <PhoneQuestion question={question} isNew={customer === null} />
    </>
  );
}
