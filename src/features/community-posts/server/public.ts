export { lockPost, type PostAccess, postAccess } from './access.ts'
