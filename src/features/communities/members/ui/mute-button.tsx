import { VolumeX } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#design/button.tsx'
import type { Community } from '#features/communities/contract.ts'
import { mayActOn } from '#features/communities/policy.ts'
import type { Role } from '#features/communities/terms.ts'
import { m } from '#messages'
import type { Author } from '#platform/author.ts'

const MuteDialog = lazy(() => import('./mute-dialog.tsx').then((part) => ({ default: part.MuteDialog })))

type AuthorButtonProps = {
  community: Pick<Community, 'id' | 'viewer'>
  author: Author
  /** The author's role in the community; null if they are no longer a member. */
  role: Role | null
}

/** For owner and mods, at what somebody else wrote: opens the dialog that mutes or bans its author. The dialog's code loads when the button is pressed. */
export function MuteAuthorButton({ community, author, role }: AuthorButtonProps) {
  if (author.isDeleted || !mayActOn(community, { role: role ?? 'member' })) return null
  return (
    <MuteButton communityId={community.id} person={author} withBan>
      {m.community_members_mute_or_ban()}
    </MuteButton>
  )
}

type MuteButtonProps = { communityId: string; person: Author; withBan?: boolean; children: string }

export function MuteButton({ children, ...dialog }: MuteButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const { name } = dialog.person
  return (
    <>
      <Button
        size="sm"
        {...(dialog.withBan && { tone: 'quiet', icon: <VolumeX className="size-4" aria-hidden="true" /> })}
        aria-label={dialog.withBan ? m.community_members_mute_or_ban_named({ name }) : m.community_members_mute_named({ name })}
        onClick={() => setOpen(true)}
      >
        {children}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <MuteDialog {...dialog} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
