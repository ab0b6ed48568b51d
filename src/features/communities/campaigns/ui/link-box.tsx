import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#design/button.tsx'
import { TextField } from '#design/text-field.tsx'
import type { CampaignCard } from '#features/campaigns/contract.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { useSettled } from '#platform/client/use-settled.ts'
import { isLinkable } from '../policy.ts'
import { typeAhead } from '../terms.ts'
import { campaignsApi } from './api.ts'
import { useLinks } from './use-links.ts'

type LinkBoxProps = { communityId: string; linked: ReadonlySet<string> }

/** The field in which owner and mods search for a campaign, by words or by its address, and link it. */
export function LinkBox({ communityId, linked }: LinkBoxProps) {
  const [text, setText] = useState('')
  const asked = useSettled(text.trim(), typeAhead.pauseMs)
  const slug = slugIn(asked)
  const byWords = useQuery({
    ...campaignsApi.list.queryOptions({ input: { q: asked, status: 'all', limit: typeAhead.results } }),
    enabled: asked !== '' && slug === null,
    placeholderData: keepPreviousData,
  })
  const byAddress = useQuery({ ...campaignsApi.get.queryOptions({ input: { idOrSlug: slug ?? '' } }), enabled: slug !== null, retry: false })
  const query = slug === null ? byWords : byAddress
  const addressed = byAddress.data && isLinkable(byAddress.data) ? [named(byAddress.data)] : []
  const found: Pick<CampaignCard, 'id' | 'title' | 'target'>[] = slug === null ? (byWords.data?.items ?? []) : addressed
  const isSearching = text.trim() !== asked || query.isFetching
  // A 404 is not an error: no campaign has this address.
  const isMissed = query.isError && refusalOf(query.error)?.status !== 404
  const words = isSearching ? m.community_campaigns_searching() : isMissed ? m.community_campaigns_search_failed() : m.community_campaigns_found_none(nouns)
  return (
    <div className="mb-6 border border-line bg-raised p-4">
      <TextField
        type="search"
        label={m.community_campaigns_link_label(nouns)}
        hint={m.community_campaigns_link_hint()}
        value={text}
        onChange={({ target }) => setText(target.value)}
        maxLength={2_048}
        autoComplete="off"
      />
      <div aria-live="polite">
        {asked !== '' &&
          (found.length > 0 ? (
            <ul className="mt-3 divide-y divide-line">
              {found.map((campaign) => (
                <Found key={campaign.id} communityId={communityId} campaign={campaign} isLinked={linked.has(campaign.id)} />
              ))}
            </ul>
          ) : (
            <p className="mt-3 text-muted">{words}</p>
          ))}
      </div>
    </div>
  )
}

const named = ({ id, title, target }: { id: string; title: string; target: { slug: string | null; name: string } }) => ({
  id,
  title,
  target: { slug: target.slug ?? '', name: target.name },
})

type FoundProps = { communityId: string; campaign: Pick<CampaignCard, 'id' | 'title' | 'target'>; isLinked: boolean }

function Found({ communityId, campaign, isLinked }: FoundProps) {
  const { link } = useLinks(communityId)
  const [isLinking, setLinking] = useState(false)
  // True after linking: `isLinked` does not become true if the campaign is on a page of the list that is not loaded.
  const [isDone, setDone] = useState(false)
  const words = useRef<HTMLSpanElement>(null)
  const isShown = isLinked || isDone
  useEffect(() => {
    if (!isLinked) setDone(false)
  }, [isLinked])
  useEffect(() => {
    // Moves the focus to the text that has replaced the button.
    if (isDone) words.current?.focus({ preventScroll: true })
  }, [isDone])
  async function press() {
    setLinking(true)
    setDone(await link(campaign))
    setLinking(false)
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <div className="min-w-0 grow basis-52">
        <p dir="auto" className="font-semibold wrap-anywhere">
          {campaign.title}
        </p>
        <p className="text-sm text-muted wrap-anywhere">{campaign.target.name}</p>
      </div>
      {isShown ? (
        <span ref={words} tabIndex={-1} className="text-sm text-muted">
          {m.community_campaigns_linked()}
        </span>
      ) : (
        <Button size="sm" pending={isLinking} onClick={press} aria-label={m.community_campaigns_link_named({ title: campaign.title })}>
          {m.community_campaigns_link()}
        </Button>
      )}
    </li>
  )
}

/** The slug in a campaign's address, with or without scheme and host; null if the text is no such address. */
function slugIn(text: string): string | null {
  const path = /^(?:(?:https?:\/\/)?[^/\s]+)?\/campaigns\/([^/?#\s]+)/.exec(text)
  return path?.[1]?.slice(0, 200) ?? null
}
