// Amounts are centavos on paper and pesos in calls.
export const pesos = (centavos: number): number => centavos / 100;
export const centavos = (amount: number): number => Math.round(amount * 100);
