import type { cashMovements, shifts } from '#contract/shifts.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import { correctShift, listMovements, moveCash } from './movements.usecases.ts';
import {
  closeShift,
  countShift,
  currentShift,
  drawerHasCash,
  listShifts,
  openShift,
  readX,
  resumeShift,
  showShift,
} from './shifts.usecases.ts';

export function shiftsHandlers(): ModuleHandlers<typeof shifts> {
  return {
    list: ({ query, ...caller }, reader) => listShifts(reader, query, caller),

    current: (caller, reader) => currentShift(reader, caller),

    hasCash: ({ query, ...caller }, reader) => drawerHasCash(reader, query.amount, caller),

    get: ({ params, ...caller }, reader) => showShift(reader, params.shiftId, caller),

    open: async ({ body, ...caller }) => {
      return (writer) => openShift(writer, body, caller);
    },

    count: async ({ params, body, ...caller }) => {
      return (writer) => countShift(writer, params.shiftId, body, caller);
    },

    resume: async ({ params, ...caller }) => {
      return (writer) => resumeShift(writer, params.shiftId, caller);
    },

    close: async ({ params, body, ...caller }) => {
      return (writer) => closeShift(writer, params.shiftId, body, caller);
    },

    xReading: ({ params, ...caller }, reader) => readX(reader, params.shiftId, caller),

    correct: async ({ params, body, ...caller }) => {
      return (writer) => correctShift(writer, params.shiftId, body, caller);
    },
  };
}

export function cashMovementsHandlers(): ModuleHandlers<typeof cashMovements> {
  return {
    list: ({ query, ...caller }, reader) => listMovements(reader, query, caller),

    create: async ({ body, ...caller }) => {
      return (writer) => moveCash(writer, body, caller);
    },
  };
}
