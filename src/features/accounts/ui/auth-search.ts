import { returnToLimit } from '../return-to.ts'

export type AuthSearch = { returnTo?: string | undefined; mode?: 'signup' | undefined }

/** Reads the address of the sign-in page; signing in is the default and not written. */
export function readAuthSearch({ returnTo, mode }: Record<string, unknown>): AuthSearch {
  return {
    ...(typeof returnTo === 'string' && returnTo !== '' && returnTo.length <= returnToLimit ? { returnTo } : {}),
    ...(mode === 'signup' ? { mode } : {}),
  }
}
