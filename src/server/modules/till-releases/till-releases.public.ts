export { addRelease, ownReleaseKeys } from './release-files.ts';
