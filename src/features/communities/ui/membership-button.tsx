import { Button, type ButtonLook, buttonClass } from '#design/button.tsx'
import { m } from '#messages'
import type { MembershipControl } from './use-membership.ts'

type ButtonProps = ButtonLook & {
  membership: MembershipControl
  /** Where it stands by itself: what pressing it does, when others say how one stands. */
  isSpelledOut?: boolean
}

/** Join, Requested or Leave, as the reader stands; nothing for those who may not join. Its name says of which community. */
export function MembershipButton({ membership, tone = 'primary', size, wide, isSpelledOut = false }: ButtonProps) {
  const { viewer, name, signIn, join, leave } = membership
  const look = { ...(size ? { size } : {}), ...(wide ? { wide } : {}) }
  const named = m.communities_join_named({ name })
  if (viewer.status === 'banned') return null
  if (signIn !== null) {
    return (
      <a href={signIn} aria-label={named} className={buttonClass({ ...look, tone })}>
        {m.communities_join()}
      </a>
    )
  }
  if (viewer.status === null) {
    return (
      <Button {...look} tone={tone} aria-label={named} onClick={join}>
        {m.communities_join()}
      </Button>
    )
  }
  const isWaiting = viewer.status === 'pending'
  const waitingNamed = isSpelledOut ? m.communities_request_take_back_named({ name }) : m.communities_requested_named({ name })
  const waitingWords = isSpelledOut ? m.communities_request_take_back() : m.communities_requested()
  return (
    <Button {...look} aria-label={isWaiting ? waitingNamed : m.communities_leave_named({ name })} onClick={leave}>
      {isWaiting ? waitingWords : m.communities_leave()}
    </Button>
  )
}

/** Beside a Join button that only sends a request: what happens next. */
export function JoinNote({ membership: { asks, viewer } }: { membership: MembershipControl }) {
  return asks && viewer.status === null ? <p className="text-sm text-muted">{m.communities_join_note()}</p> : null
}
