import type { ReactNode } from 'react';
import { Card } from '#renderer/ui/card.tsx';
import { FormPage, formOf } from '#renderer/ui/form-page.tsx';
import type { CustomerFieldsProps } from './customer-fields.tsx';
import { CustomerForm } from './customer-form.tsx';
import { useCustomerForm, type CustomerFormOptions } from './use-customer-form.ts';

type CustomerFormPageProps = CustomerFormOptions &
  Pick<CustomerFieldsProps, 'groups' | 'channels'> & {
    header: ReactNode;
    onCancel: () => void;
  };

/** The customer form as a page, for a new or an existing customer. */
export function CustomerFormPage(props: CustomerFormPageProps) {
  const { customer, proposedGroup, today, load, send, header, onCancel, ...choices } = props;
  const { form, question } = useCustomerForm({ customer, proposedGroup, today, load, send });
  const isNew = customer === null;
  return (
    <FormPage header={header} form={form.state} {...formOf('Customer', isNew)} onCancel={onCancel}>
      <Card>
        <CustomerForm
          {...choices}
          paired
          linked
          customer={customer}
          today={today}
          form={form}
          question={question}
        />
      </Card>
    </FormPage>
  );
}
