import { Check, ChevronDown, Clock } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button, type ButtonLook, buttonClass } from '#design/button.tsx'
import { ClosingDetails } from '#features/site/ui/closing-details.tsx'
import { m } from '#messages'
import { roleTexts } from './role-badge.tsx'
import type { MembershipControl } from './use-membership.ts'

type ButtonProps = ButtonLook & {
  membership: MembershipControl
  /** Shows a button that cancels a pending request, instead of a menu; for a page that already states that the request is pending. */
  isSpelledOut?: boolean
}

/**
 * The Join button, or for members a menu with their role and an entry to leave; a menu, because a double click on Join must not leave
 * again. Renders nothing for banned viewers.
 */
export function MembershipButton({ membership, tone = 'secondary', isSpelledOut = false, ...look }: ButtonProps) {
  const { viewer, name, signIn, join, leave } = membership
  const box = useRef<HTMLDivElement>(null)
  const isPressed = useRef(false)
  const { status } = viewer
  // Moves the keyboard focus to the control that has replaced the pressed one.
  useEffect(() => {
    if (isPressed.current && status !== 'banned') box.current?.querySelector<HTMLElement>('button, summary')?.focus()
    isPressed.current = false
  }, [status])
  const press = (act: () => void) => () => {
    isPressed.current = true
    act()
  }
  if (status === 'banned') return null
  if (signIn !== null) {
    return (
      <a href={signIn} aria-label={m.communities_join_named({ name })} className={buttonClass({ ...look, tone })}>
        {m.communities_join()}
      </a>
    )
  }
  return (
    <div ref={box}>
      {status === null && (
        <Button {...look} tone={tone} aria-label={m.communities_join_named({ name })} onClick={press(join)}>
          {m.communities_join()}
        </Button>
      )}
      {status === 'pending' && isSpelledOut && (
        <Button {...look} aria-label={m.communities_request_take_back_named({ name })} onClick={press(leave)}>
          {m.communities_request_take_back()}
        </Button>
      )}
      {status === 'pending' && !isSpelledOut && (
        <Menu
          look={look}
          icon={<Clock className="size-4" aria-hidden="true" />}
          words={m.communities_requested()}
          label={m.communities_requested_named({ name })}
        >
          <button type="button" className={itemClass} aria-label={m.communities_request_take_back_named({ name })} onClick={press(leave)}>
            {m.communities_request_take_back()}
          </button>
        </Menu>
      )}
      {status === 'active' && (
        <Menu
          look={look}
          icon={<Check className="size-4" aria-hidden="true" />}
          words={roleTexts[viewer.role ?? 'member']()}
          label={m.communities_member_named({ role: roleTexts[viewer.role ?? 'member'](), name })}
        >
          <button type="button" className={itemClass} aria-label={m.communities_leave_named({ name })} onClick={press(leave)}>
            {m.communities_leave()}
          </button>
        </Menu>
      )}
    </div>
  )
}

const itemClass = 'type-label flex min-h-11 w-full items-center px-4 text-start whitespace-nowrap hover:bg-sunk'

type MenuProps = { look: ButtonLook; icon: ReactNode; words: string; label: string; children: ReactNode }

function Menu({ look, icon, words, label, children }: MenuProps) {
  return (
    <ClosingDetails className="relative">
      <summary aria-label={label} className={buttonClass(look)}>
        {icon}
        {words}
        <ChevronDown className="turns size-4 shrink-0" aria-hidden="true" />
      </summary>
      <div className="absolute start-0 top-full z-20 mt-1 min-w-full border border-t-4 border-ink bg-raised py-1">{children}</div>
    </ClosingDetails>
  )
}

/** Explains a Join button that only sends a request. */
export function JoinNote({ membership: { asks, viewer } }: { membership: MembershipControl }) {
  return asks && viewer.status === null ? <p className="text-sm text-muted">{m.communities_join_note()}</p> : null
}
