export { type Auth, openAuth } from './auth.ts'
export { openHashing } from './hashing.ts'
