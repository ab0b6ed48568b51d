export { changeSwitch, readSwitches } from './change-switch.ts'
export { closed, openSwitches, type Switches } from './open-switches.ts'
