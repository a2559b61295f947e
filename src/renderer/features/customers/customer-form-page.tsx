import { useId, type ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { Card } from '#renderer/ui/card.tsx';
import { FormPage } from '#renderer/ui/form-page.tsx';
import { CustomerFields, type CustomerFieldsProps } from './customer-fields.tsx';
import { PhoneOwnerNote } from './phone-owner-note.tsx';
import { usePhoneOwner } from './phone-owner.ts';
import { PhoneQuestion } from './phone-question.tsx';
import { useCustomerForm, type CustomerFormOptions } from './use-customer-form.ts';
import { usePhoneQuestion } from './use-phone-question.ts';

type Choices = Pick<CustomerFieldsProps, 'groups' | 'channels'>;

type CustomerFormPageProps = CustomerFormOptions &
  Choices & {
    header: ReactNode;
    onCancel: () => void;
  };

/** The customer form as a page: for a new customer, or for one who is there. */
export function CustomerFormPage(props: CustomerFormPageProps) {
  const { customer, today, onSubmit, header, onCancel, ...choices } = props;
  const formId = useId();
  const isNew = customer === null;
  const { question, mayKeep } = usePhoneQuestion(customer);
  const { form, submit } = useCustomerForm({
    customer,
    today,
    onSubmit: async (values, changes) => {
      if (!(await mayKeep(values.phone))) return {};
      return onSubmit(values, changes);
    },
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  const phone = useWatch({ control: form.control, name: 'phone' });
  const owner = usePhoneOwner(phone, customer);
  return (
    <FormPage
      header={header}
      formId={formId}
      isDirty={isDirty}
      busy={isSubmitting}
      errors={Object.keys(errors).length}
      submitLabels={
        isNew
          ? { idle: 'Create Customer', busy: 'Creating…' }
          : { idle: 'Update Customer', busy: 'Updating…' }
      }
      leaves
      saveUnchanged={isNew}
      onCancel={onCancel}
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Card>
          <CustomerFields
            {...choices}
            paired
            form={form}
            today={today}
            phoneNote={owner ? <PhoneOwnerNote linked owner={owner} /> : undefined}
          />
        </Card>
      </form>
      <PhoneQuestion question={question} isNew={isNew} />
    </FormPage>
  );
}
