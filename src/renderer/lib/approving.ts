import { createContext } from 'react';
import type { ApprovalAct } from '#domain/approvals.ts';

/** Whether whoever is signed in may do an act without asking a manager. */
export const ActsAlone = createContext<(act: ApprovalAct) => boolean>(() => true);
