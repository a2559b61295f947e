import { useState } from 'react';
import type { Customer } from '#contract/customers.ts';
import { useFindPhoneOwner } from './phone-owner.ts';

/** The other customer with the same number, and the function that answers the question. */
type Question = { owner: Customer; answer: (isAnother: boolean) => void };

/**
 * Asks once before a second customer gets a number that `customer` (null for a new one) did not have; sending the form
 * again with the same number does not ask again.
 */
export function usePhoneQuestion(customer: Customer | null) {
  const findOwner = useFindPhoneOwner(customer);
  const [question, setQuestion] = useState<Question | null>(null);
  const [settled, setSettled] = useState<string | null>(null);
  const ask = async (owner: Customer): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    setQuestion({ owner, answer: resolve });
    const isAnother = await promise;
    setQuestion(null);
    return isAnother;
  };
  const mayKeep = async (phone: string): Promise<boolean> => {
    if (phone === settled) return true;
    const owner = await findOwner(phone);
    if (owner && !(await ask(owner))) return false;
    setSettled(phone);
    return true;
  };
  return { question, mayKeep };
}
