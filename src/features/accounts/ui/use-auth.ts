import { createContext, use } from 'react'
import type { Viewer } from '#platform/viewer.ts'

const AuthContext = createContext<{ viewer: Viewer | null } | null>(null)

export const AuthProvider = AuthContext.Provider

/** The viewer of the page, or null for a visitor. */
export function useAuth(): { viewer: Viewer | null } {
  const auth = use(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}
