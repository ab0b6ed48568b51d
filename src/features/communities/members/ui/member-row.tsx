import { EllipsisVertical } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Avatar } from '#design/avatar.tsx'
import { Button, IconButton } from '#design/button.tsx'
import { Moment } from '#design/time.tsx'
import { PersonLink } from '#features/accounts/ui/person-link.tsx'
import { m } from '#messages'
import type { Author } from '#platform/author.ts'
import { RoleBadge } from '../../ui/role-badge.tsx'
import type { Member } from '../contract.ts'
import { MuteButton } from './mute-button.tsx'
import { useMemberActs } from './use-member-acts.ts'

type PersonRowProps = { person: Author; badge?: ReactNode; line: ReactNode; children?: ReactNode }

/** A person in a list; `children` are the buttons at the end of the row. */
export function PersonRow({ person, badge, line, children }: PersonRowProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Avatar name={person.name} src={person.avatarUrl} />
      <div className="min-w-0 grow basis-40">
        <p className="flex flex-wrap items-center gap-x-2 [overflow-wrap:anywhere]">
          <PersonLink person={person} className="font-semibold" />
          {badge}
        </p>
        <p className="text-sm text-muted">{line}</p>
      </div>
      {children}
    </div>
  )
}

type MemberRowProps = { communityId: string; member: Member; now: Date; isManaged: boolean; isOwned: boolean }

/** A member; with `isManaged` a button shows the actions of owner and mods below the row, with `isOwned` those of the owner too. */
export function MemberRow({ communityId, member, now, isManaged, isOwned }: MemberRowProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    opener.current?.focus({ preventScroll: true })
  }
  const { person, role, joinedAt, isViewer } = member
  return (
    <li className="py-3">
      <PersonRow
        person={person}
        badge={
          <>
            {isViewer && <span className="text-sm text-muted">{m.community_members_you()}</span>}
            <RoleBadge role={role} />
          </>
        }
        line={
          <>
            {m.community_members_joined()} <Moment at={joinedAt} now={now} />
          </>
        }
      >
        {isManaged && (
          <IconButton
            ref={opener}
            label={m.community_members_manage({ name: person.name })}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            <EllipsisVertical className="size-5" aria-hidden="true" />
          </IconButton>
        )}
      </PersonRow>
      {isManaged && isOpen && <Acts id={id} communityId={communityId} member={member} isOwned={isOwned} onDone={close} />}
    </li>
  )
}

type ActsProps = { id: string; communityId: string; member: Member; isOwned: boolean; onDone: () => void }

function Acts({ id, communityId, member, isOwned, onDone }: ActsProps) {
  const { setRole, transfer, remove, ban } = useMemberActs(communityId)
  const isMod = member.role === 'mod'
  const small = { size: 'sm' } as const
  return (
    <fieldset id={id} aria-label={m.community_members_manage({ name: member.person.name })} className="mt-2 flex flex-wrap gap-2 sm:ps-14">
      {isOwned && (
        <>
          <Button
            {...small}
            onClick={() => {
              onDone()
              void setRole(member, isMod ? 'member' : 'mod')
            }}
          >
            {isMod ? m.community_members_dismiss() : m.community_members_appoint()}
          </Button>
          <Button {...small} onClick={() => void transfer(member)}>
            {m.community_members_transfer()}
          </Button>
        </>
      )}
      <MuteButton communityId={communityId} person={member.person}>
        {m.community_members_mute()}
      </MuteButton>
      <Button {...small} tone="danger" onClick={() => void remove(member)}>
        {m.community_members_remove()}
      </Button>
      <Button {...small} tone="danger" onClick={() => void ban(member)}>
        {m.community_members_ban()}
      </Button>
    </fieldset>
  )
}
