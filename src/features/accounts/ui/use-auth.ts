import { createContext, use } from 'react'
import type { Viewer } from '#platform/viewer.ts'

const AuthContext = createContext<{ viewer: Viewer | null } | null>(null)

/** Says to everything below who reads the page. */
export const AuthProvider = AuthContext.Provider

/** Who reads the page, null for visitors. */
export function useAuth(): { viewer: Viewer | null } {
  const auth = use(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}
