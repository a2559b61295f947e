import type { SeededRandom } from './random.ts';

const streets = ['Mabini St.', 'Rizal Ave.', 'Bonifacio St.', 'Luna St.', 'Del Pilar St.', 'Osmeña Blvd.'];
const places = [
  'Poblacion, Makati City 1210',
  'San Antonio, Pasig City 1605',
  'Addition Hills, Mandaluyong City 1550',
  'Lahug, Cebu City 6000',
  'Banilad, Mandaue City 6014',
  'Poblacion District, Davao City 8000',
  'BF Homes, Parañaque City 1720',
  'Kapitolyo, Pasig City 1603',
];
const notes = [
  'Asks for unopened boxes only.',
  'Collects for the whole office; wants one receipt a unit.',
  'Prefers Viber over calls.',
  'Pays by bank transfer at the end of the week.',
  'Interested in the next foldable.',
  'Bought two laptops for the school.',
];

const two = (value: number) => String(value).padStart(2, '0');

/** Makes up a customer's details besides name and number: many for some, none for others. */
export function detailsOf(random: SeededRandom) {
  const address = `${random.integer(1, 480)} ${random.pick(streets)}\n${random.pick(places)}`;
  const birthday = `${random.integer(1956, 2007)}-${two(random.integer(1, 12))}-${two(random.integer(1, 28))}`;
  const note = random.pick(notes);
  return {
    address: random.chance(0.55) ? address : null,
    birthday: random.chance(0.6) ? birthday : null,
    notes: random.chance(0.15) ? note : null,
  };
}
