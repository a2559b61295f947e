/** The header that names an approval, which is used up by one call. */
export const APPROVAL_HEADER = 'X-Approval';

/** The header that identifies a till: a text that the device made itself and keeps. */
export const TILL_HEADER = 'X-Till';

/** The header by which a till shows the secret of its credential when somebody signs in at it. */
export const TILL_CREDENTIAL_HEADER = 'X-Till-Credential';

/** The header by which a device names the last invoice that it knows of its store: an `invoice_proof`. */
export const LAST_INVOICE_HEADER = 'X-Last-Invoice';

/** The header that tells signed-in callers the number of changes to stores, staff, roles and settings. */
export const SHOP_VERSION_HEADER = 'X-Shop-Version';

/** The shop's mark: the header with the shop's id on every answer of its servers. An answer without it is not the shop's. */
export const SHOP_ID_HEADER = 'X-Shop-Id';
