import { useEffect, useState } from 'react';
import { isTextField } from './is-text-field.ts';

const isTypingNow = () => isTextField(document.activeElement);

/** True while a text field has the focus: the till's function keys do nothing then. */
export function useTyping(): boolean {
  const [isTyping, setTyping] = useState(isTypingNow);
  useEffect(() => {
    const look = () => setTyping(isTypingNow());
    document.addEventListener('focusin', look);
    document.addEventListener('focusout', look);
    return () => {
      document.removeEventListener('focusin', look);
      document.removeEventListener('focusout', look);
    };
  }, []);
  return isTyping;
}
