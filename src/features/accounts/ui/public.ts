export { AuthPage } from './auth-page.tsx'
export { readAuthSearch } from './auth-search.ts'
export { signInHref } from './sign-in-href.ts'
export { useSignOut } from './use-sign-out.ts'
