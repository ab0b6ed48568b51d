export { AdFrame } from './ad-frame.tsx'
export { ConsentSlot } from './consent-slot.tsx'
