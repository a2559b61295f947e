import { createContext } from 'react';
import type { ApprovalAct } from '#domain/approvals.ts';

/** True if the signed-in user may do an act without asking a manager. */
export const ActsAlone = createContext<(act: ApprovalAct) => boolean>(() => true);
