export { type Auth, openAuth } from './auth.ts'
