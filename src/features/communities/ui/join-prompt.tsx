import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '#messages'
import type { Community } from '../contract.ts'
import { MembershipButton } from './membership-button.tsx'
import type { MembershipControl } from './use-membership.ts'

type PromptProps = { community: Community; membership: MembershipControl; isInvited: boolean }

/** Replaces the content of a private community: explains how to get access. */
export function JoinPrompt({ community, membership, isInvited }: PromptProps) {
  const { status } = community.viewer
  if (status === 'banned') return <Prompt title={m.communities_banned()} lines={[m.communities_private_text()]} />
  if (status === 'pending') {
    return (
      <Prompt title={m.communities_pending_title()} lines={[m.communities_pending_text()]}>
        <MembershipButton membership={membership} isSpelledOut />
      </Prompt>
    )
  }
  const how = isInvited ? m.communities_private_invited() : community.approvesMembers ? m.communities_private_approval() : m.communities_private_at_once()
  const lines = [m.communities_private_text(), how, ...(membership.signIn === null ? [] : [m.communities_private_sign_in()])]
  return (
    <Prompt title={m.communities_private_title()} lines={lines}>
      <MembershipButton membership={membership} tone="primary" size="lg" />
    </Prompt>
  )
}

function Prompt({ title, lines, children }: { title: string; lines: readonly string[]; children?: ReactNode }) {
  return (
    <section aria-labelledby="join-prompt" className="flex items-start gap-5 border-y-2 border-ink py-10 max-sm:flex-col">
      <Lock className="size-12 shrink-0" strokeWidth={1.5} aria-hidden="true" />
      <div className="min-w-0">
        <h2 id="join-prompt" className="type-title text-2xl">
          {title}
        </h2>
        {lines.map((line) => (
          <p key={line} className="mt-2 max-w-prose">
            {line}
          </p>
        ))}
        {children && <div className="mt-5">{children}</div>}
      </div>
    </section>
  )
}
