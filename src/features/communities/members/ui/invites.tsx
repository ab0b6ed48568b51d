import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#design/button.tsx'
import { SkeletonLines } from '#design/skeleton.tsx'
import { ErrorState } from '#design/states.tsx'
import { TextField } from '#design/text-field.tsx'
import { Moment } from '#design/time.tsx'
import { useToast } from '#design/toasts.tsx'
import type { Community } from '#features/communities/contract.ts'
import { m } from '#messages'
import { copyText } from '#platform/client/copy-text.ts'
import { useRequestKey } from '#platform/client/request-key.ts'
import { readSite } from '#platform/client/site.ts'
import { fullTime } from '#platform/time-text.ts'
import type { Invite } from '../contract.ts'
import { inviteLimits } from '../terms.ts'
import { api, inviteList } from './api.ts'
import { PersonRow } from './member-row.tsx'
import { useAct } from './use-act.ts'

type InvitesProps = { community: Pick<Community, 'id' | 'slug'>; now: Date }

/** Invite links, with which people join without approval. A new link is shown only until the reader leaves the page. */
export function Invites({ community: { id, slug }, now }: InvitesProps) {
  const queryClient = useQueryClient()
  const act = useAct()
  const sent = useRequestKey()
  const list = useQuery(inviteList(id))
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<{ id: string; address: string } | null>(null)
  const { queryKey } = inviteList(id)

  async function make() {
    setMaking(true)
    const input = { id }
    await act({
      send: async () => {
        const { token, ...invite } = await api.invite.call(input, { context: { idempotencyKey: sent.keyFor(input) } })
        sent.clear()
        setMade({ id: invite.id, address: `${readSite().origin}/communities/${slug}?${new URLSearchParams({ invite: token })}` })
        queryClient.setQueryData(queryKey, (data) => data && { items: [invite, ...data.items] })
      },
      failed: m.community_members_invite_failed(),
    })
    setMaking(false)
  }

  const withdraw = (invite: Invite) =>
    act({
      change: () => {
        queryClient.setQueryData(queryKey, (data) => data && { items: data.items.filter((each) => each.id !== invite.id) })
        if (made?.id === invite.id) setMade(null)
      },
      send: () => api.withdraw.call({ id: invite.id }),
      failed: m.community_members_withdraw_failed(),
    })

  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-sm text-muted">{m.community_members_invites_text({ days: inviteLimits.days, count: inviteLimits.atOnce })}</p>
      {made && <NewLink address={made.address} />}
      <div>
        <Button pending={isMaking} onClick={make}>
          {m.community_members_invite_make()}
        </Button>
      </div>
      {list.data ? (
        list.data.items.length > 0 && (
          <ul className="divide-y divide-line border-t border-line">
            {list.data.items.map((invite) => (
              <li key={invite.id} className="py-2">
                <PersonRow
                  person={invite.createdBy}
                  line={
                    <>
                      {m.community_members_invite_made()} <Moment at={invite.createdAt} now={now} />
                      {' · '}
                      {m.community_members_invite_until({ time: fullTime(invite.expiresAt) })}
                      {' · '}
                      {m.community_members_invite_uses({ count: invite.uses })}
                    </>
                  }
                >
                  <Button size="sm" onClick={() => void withdraw(invite)}>
                    {m.community_members_invite_withdraw()}
                  </Button>
                </PersonRow>
              </li>
            ))}
          </ul>
        )
      ) : list.isError ? (
        <ErrorState level={3} title={m.community_members_load_failed()} onRetry={() => list.refetch()} />
      ) : (
        <SkeletonLines lines={2} />
      )}
    </div>
  )
}

function NewLink({ address }: { address: string }) {
  const toast = useToast()
  async function copy() {
    if (await copyText(address)) toast({ text: m.community_members_invite_copied() })
    else toast({ text: m.community_members_invite_copy_failed(), tone: 'problem' })
  }
  return (
    <div className="flex flex-wrap items-end gap-2 border border-ink bg-raised p-4">
      <TextField
        className="min-w-0 grow basis-64"
        label={m.community_members_invite_new()}
        hint={m.community_members_invite_once()}
        value={address}
        readOnly
        onFocus={({ target }) => target.select()}
      />
      <Button tone="primary" className="mb-1" onClick={copy} icon={<Copy className="size-4" aria-hidden="true" />}>
        {m.community_members_invite_copy()}
      </Button>
    </div>
  )
}
