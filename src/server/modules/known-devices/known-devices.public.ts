export {
  type Arrival,
  forgetOldDevices,
  hasSignedInAt,
  keepDevice,
  type Place,
  placeOf,
  placeOfSession,
  type Share,
  strangerAt,
} from './known-devices.repository.ts';
