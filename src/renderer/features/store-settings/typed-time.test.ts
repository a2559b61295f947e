import { expect, it } from 'vitest';
import { typedTime } from './typed-time.ts';

it.each([
  ['9', '09:00'],
  ['09:00', '09:00'],
  ['9:30', '09:30'],
  ['930', '09:30'],
  ['2130', '21:30'],
  ['21.30', '21:30'],
  ['9 pm', '21:00'],
  ['9:15AM', '09:15'],
  ['12am', '00:00'],
  ['12 pm', '12:00'],
  [' 7:05 ', '07:05'],
])('reads %j as %s', (text, time) => {
  expect(typedTime(text)).toBe(time);
});

it.each(['', '24:00', '9:60', '13 pm', 'noon', '9:3', '123456'])('leaves %j as it is', (text) => {
  expect(typedTime(text)).toBe(text);
});
