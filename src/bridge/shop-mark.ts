import { errorTable } from '#contract/errors.ts';
import { SHOP_ID_HEADER } from '#contract/headers.ts';
import { z } from '#contract/zod.ts';

// Which answers are the shop's: a proxy, a router or a captive portal on the way answers in its place.

/** The first version of a server that marks its answers. */
export const FIRST_MARKED = '1.1.0';

/** The source of an answer: the shop, another shop at the same address, or something on the way. */
export type AnswerSource = 'shop' | 'other-shop' | 'unknown';

/** The code and message that stand for an answer which is not the shop's. */
export type Refusal = { code: string; message: string };

const SIGNED_OUT = 401;
const FAULT = 500;
const codedBody = z.looseObject({ code: z.string() });

/** Returns the code of a refusal's body; null for a body that no server of ours sends. */
async function codeOf(answer: Response): Promise<string | null> {
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => null);
  return codedBody.safeParse(body).data?.code ?? null;
}

/** True if an answer without a mark reads like that of a server which is older than the mark. */
async function readsAsOurs(answer: Response): Promise<boolean> {
  const { status, ok, headers } = answer;
  if (ok) return !headers.get('content-type')?.startsWith('text/html');
  return status === 304 || (status >= 400 && ((await codeOf(answer)) ?? '') in errorTable);
}

/**
 * Returns whose answer this is. It can still be read.
 * @param shop the expected shop's id; null if any shop's mark will do
 * @param marks false for a server older than its mark: there, what reads as ours counts
 */
export async function sourceOf(
  answer: Response,
  { shop, marks = true }: { shop: string | null; marks?: boolean },
): Promise<AnswerSource> {
  const { status, headers } = answer;
  const mark = headers.get(SHOP_ID_HEADER);
  if (mark === null) return !marks && (await readsAsOurs(answer)) ? 'shop' : 'unknown';
  // Some services keep the headers of a failed answer and replace its body.
  const wantsCode = status >= FAULT || status === SIGNED_OUT;
  if (wantsCode && (await codeOf(answer)) === null) return 'unknown';
  return shop === null || mark === shop ? 'shop' : 'other-shop';
}

/** The refusal that a page gets when a proxy or portal answered instead of the shop's server. */
export const SERVER_UNREACHABLE: Refusal = {
  code: 'server_unreachable',
  message: 'The server cannot be reached',
};

/** The code that stands for an answer of another shop's server. */
export const OTHER_SHOP = 'other_shop';

/** The code of the answer to a completion whose draft was completed by an earlier one with something else in it. */
export const COMPLETED_BEFORE = 'completed_before';

/** Returns the 503 that a page gets in the place of an answer which is not the shop's. */
export const answerInPlace = (refusal: Refusal): Response => Response.json(refusal, { status: 503 });
