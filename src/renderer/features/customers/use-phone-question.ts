import { useState } from 'react';
import type { Customer } from '#contract/customers.ts';
import { useFindPhoneOwner } from './phone-owner.ts';

/** Somebody with the same number, and how the question about them is answered. */
type Question = { owner: Customer; answer: (isAnother: boolean) => void };

/**
 * Asks once before a second customer gets a number, which `customer` (null for a new one) did not have; a form that is
 * sent again with the same number is not asked about.
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
