/** Who is asking, as policies and pages need to know it. */
export type Viewer = {
  id: string
  /** First name and last initial, or "Anonymous". */
  name: string
  displayName: string
  avatarUrl: string | null
  role: 'member' | 'moderator' | 'admin'
  /** Whether this person's pledges count yet; false while the email is unconfirmed. */
  isCounted: boolean
  pledgesPrivately: boolean
}

/** Runs the site: sees its machinery, which moderators, who look after what people say, do not. */
export const isOperator = (viewer: Pick<Viewer, 'role'> | null): boolean => viewer?.role === 'admin'
