export { screenshots } from './screenshots.guards.ts';
