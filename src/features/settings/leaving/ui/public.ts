export { Leaving } from './leaving.tsx'
