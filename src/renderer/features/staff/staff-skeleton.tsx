import { PersonQuestionMark24Regular } from '@fluentui/react-icons';
import { Skeleton } from '#renderer/ui/skeleton.tsx';

/** Texts and layout of the staff pages while there is no person to show. */
export const noPerson = {
  noun: 'staff member',
  missing: {
    icon: <PersonQuestionMark24Regular />,
    text: 'The staff member you are looking for does not exist, or works at another store.',
  },
  skeleton: <Skeleton height={360} />,
};
