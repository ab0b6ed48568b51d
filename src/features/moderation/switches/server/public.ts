export { changeSwitch, readSwitches } from './change-switch.ts'
export { openSwitches, type Switches, switchError } from './open-switches.ts'
export { type SlowContext, startSitePause, tooEarly } from './slow-mode.ts'
