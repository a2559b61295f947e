import { useWatch } from 'react-hook-form';
import { Form } from '#renderer/ui/form.tsx';
import { CustomerFields, type CustomerFieldsProps } from './customer-fields.tsx';
import { PhoneOwnerNote } from './phone-owner-note.tsx';
import { usePhoneOwner } from './phone-owner.ts';
import { PhoneQuestion } from './phone-question.tsx';
import type { CustomerFormOptions, useCustomerForm } from './use-customer-form.ts';

type CustomerFormProps = ReturnType<typeof useCustomerForm> &
  Pick<CustomerFormOptions, 'customer'> &
  Omit<CustomerFieldsProps, 'phoneNote'> & {
    /** Who has the phone number already can be gone to: nothing is lost by leaving. */
    linked?: boolean;
  };

/** The customer form by itself, for a page or a drawer whose foot sends it. */
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
