export { enter, type NewEntry } from './drawer.rules.ts';
