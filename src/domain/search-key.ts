/**
 * What is searched, normalised once: lower case, without accents, every run of other characters one space. Stored
 * beside the data, so that both database engines find and sort the same rows.
 */
export function searchKey(...parts: readonly (string | null)[]): string {
  return parts
    .filter((part) => part !== null)
    .join(' ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** A Philippine phone number in one spelling: `0917 123 4567` and `+63 917-123-4567` are both `639171234567`. */
export function phoneKey(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return digits.startsWith('0') ? `63${digits.slice(1)}` : digits;
}
