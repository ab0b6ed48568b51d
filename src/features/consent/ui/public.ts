export { AdFrame } from './ad-frame.tsx'
export { ConsentPlace } from './consent-place.tsx'
