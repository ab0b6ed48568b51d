/** The signed-in person, with the data that policies and pages need. */
export type Viewer = {
  id: string
  /** First name and last initial, or "Anonymous". */
  name: string
  displayName: string
  avatarUrl: string | null
  role: 'member' | 'moderator' | 'admin'
  /** False until the email address is confirmed; the person's pledges do not count until then. */
  isCounted: boolean
  pledgesPrivately: boolean
}

/** True for admins, who run the site and may see its operation. Moderators review what people write, and may not. */
export const isOperator = (viewer: Pick<Viewer, 'role'> | null): boolean => viewer?.role === 'admin'

/** True for moderators of the site, and for its administrators. A community's own mods are another role. */
export const isSiteModerator = (viewer: Pick<Viewer, 'role'> | null): boolean => viewer?.role === 'moderator' || viewer?.role === 'admin'

/** Only its author and moderators still read content that was hidden or removed. */
export const mayReadModerated = (viewer: Pick<Viewer, 'role'> | null, { isAuthor }: { isAuthor: boolean }): boolean => isAuthor || isSiteModerator(viewer)
