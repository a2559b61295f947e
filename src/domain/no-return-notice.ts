/** Why a notice is refused that goods are not taken back. Source: DTI Department Administrative Order No. 2 of 1993. */
export const NO_RETURN_REFUSAL =
  'Remove “No return, no exchange”. The law forbids it on receipts (DAO 2-1993)';

const NOT_BACK = String.raw`(?:returns?|refunds?|exchanges?|replacements?)`;
/** The words themselves, whatever follows: “No return, no exchange”, “NO RETURN/EXCHANGE”, “No refund & no exchange”. */
const BOTH = new RegExp(
  String.raw`\b(?:no|walang?)\s+${NOT_BACK}\W+(?:(?:and|or|at|o)\s+)?(?:(?:no|walang?)\s+)?${NOT_BACK}\b`,
  'iu',
);
/** One of them, or words to that effect. */
const ONE = new RegExp(
  String.raw`\b(?:no|walang?)\s+${NOT_BACK}\b|\b(?:non-?|not\s+)(?:returnable|refundable|exchangeable)\b`,
  'iu',
);
/** Words that make a notice a condition, such as “No refund without this receipt”. */
const CONDITION = /\b(?:without|unless|after|beyond|if|once|except|until|kung)\b/iu;

/** True for a text that says that goods are not taken back, which no paper of a sale may say; a condition is none. */
export const isNoReturnNotice = (text: string): boolean =>
  BOTH.test(text) ||
  text.split(/[.;!\n]/).some((sentence) => ONE.test(sentence) && !CONDITION.test(sentence));
