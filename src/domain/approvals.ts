import { formatMoney, type Centavos } from './money.ts';
import { can, type Holder, type Permission } from './permissions.ts';

/** Acts that may need a manager's approval at the till. */
export const approvalActs = [
  'void',
  'refund',
  'discount',
  'pay_in',
  'pay_out',
  'drop',
  'no_sale',
  'colleague_cart',
  'unit_price',
  'trade_in',
  'paid_unit',
] as const;
export type ApprovalAct = (typeof approvalActs)[number];

/** The permission that makes an act need no approval. `no_sale` and `colleague_cart` are asked for only if the chain wants it. */
export const permissionOfAct: Record<ApprovalAct, Permission> = {
  void: 'transactions.void',
  refund: 'transactions.refund',
  discount: 'pricing.override',
  pay_in: 'cash.move',
  pay_out: 'cash.move',
  drop: 'cash.move',
  no_sale: 'approvals.give',
  colleague_cart: 'approvals.give',
  unit_price: 'products.edit',
  trade_in: 'cash.move',
  paid_unit: 'transactions.review',
};

/** Milliseconds for which an approval is valid. */
export const APPROVAL_LASTS = 2 * 60_000;

/** True if a person may approve an act: nobody approves what they may not do themselves. */
export const mayApprove = (holder: Holder, act: ApprovalAct): boolean =>
  can(holder, 'approvals.give') && can(holder, permissionOfAct[act]);

const PIN_LENGTH = 6;
const PIN = /^\d{6}$/;
export const NO_PIN = `A PIN has ${PIN_LENGTH} digits`;

/** True if a text has the form of a PIN. */
export const isPin = (text: string): boolean => PIN.test(text);

const TEN = 10;

/** Returns why a PIN may not be chosen; null for a good one. */
export function pinProblem(pin: string): string | null {
  if (!isPin(pin)) return NO_PIN;
  const digits = [...pin].map(Number);
  const steps = new Set(digits.slice(1).map((digit, place) => (digit - (digits[place] ?? 0) + TEN) % TEN));
  const [step] = steps;
  const isRun = steps.size === 1 && (step === 0 || step === 1 || step === TEN - 1);
  return isRun ? 'This PIN is too easy to guess' : null;
}

/** The characters of a badge: none is mistaken for another, and every scanner types them alike. */
export const BADGE_SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const BADGE_ID_LENGTH = 8;
/** 100 bits: cannot be guessed. */
export const BADGE_SECRET_LENGTH = 20;
const BADGE = new RegExp(
  `^TB-([${BADGE_SIGNS}]{${BADGE_ID_LENGTH}})-([${BADGE_SIGNS}]{${BADGE_SECRET_LENGTH}})$`,
);

const BADGE_WITHIN = new RegExp(
  `TB-[${BADGE_SIGNS}]{${BADGE_ID_LENGTH}}-[${BADGE_SIGNS}]{${BADGE_SECRET_LENGTH}}`,
  'i',
);

/** True if a text contains a badge, for example scanned into a field: its readers could approve in its owner's name. */
export const holdsBadge = (text: string): boolean => BADGE_WITHIN.test(text);

export const badgeCode = ({ id, secret }: Badge): string => `TB-${id}-${secret}`;

/** The part by which a badge is found, and the part that proves it. */
export type Badge = { id: string; secret: string };

/** Parses a badge's code; null for any other code. */
export function readBadge(code: string): Badge | null {
  const [, id, secret] = BADGE.exec(code.trim().toUpperCase()) ?? [];
  return id !== undefined && secret !== undefined ? { id, secret } : null;
}

const approvalText: Record<ApprovalAct, string> = {
  void: 'Void this sale',
  refund: 'Refund this sale',
  discount: 'Give this discount',
  pay_in: 'Put cash into the drawer',
  pay_out: 'Take cash out of the drawer',
  drop: 'Take cash from the drawer to the safe',
  no_sale: 'Open the drawer without a sale',
  colleague_cart: 'Change a colleague’s cart',
  unit_price: 'Give this item a price',
  trade_in: 'Take this item in trade',
  paid_unit: 'Sell an item that another customer paid for',
};

/** The request to a manager: in the dialog unless the caller says more, and in the audit log. */
export const approvalRequest = (act: ApprovalAct, amount?: Centavos): string =>
  !amount ? approvalText[act] : `${approvalText[act]}: ${formatMoney(amount, 'payment')}`;
