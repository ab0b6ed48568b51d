import { type Dispatch, useCallback } from 'react'
import { useAlert } from '#design/alerts.tsx'
import { Button, buttonClass } from '#design/button.tsx'
import { Spinner } from '#design/spinner.tsx'
import { useToast } from '#design/toasts.tsx'
import { signInHref } from '#features/accounts/ui/sign-in-href.ts'
import { addressPart } from '#features/campaigns/terms.ts'
import { useDiscussionNews } from '#features/discussion/ui/use-news.ts'
import { isSlowed } from '#features/moderation/switches/policy.ts'
import type { ModerationDecision } from '#features/moderation/terms.ts'
import { m } from '#messages'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { readSite } from '#platform/client/site.ts'
import type { ChatMessage } from '../contract.ts'
import { mayRemove } from '../policy.ts'
import { api } from './api.ts'
import type { ChatAction } from './chat-state.ts'
import { Composer } from './composer.tsx'
import { MessageList } from './message-list.tsx'
import { SpokenNews } from './spoken-news.tsx'
import { useChat } from './use-chat.ts'

export type ChatCampaign = { id: string; slug: string | null; viewer: { isCreator: boolean } }

/** The live chat. Its code is loaded when it is visible. */
export function ChatBox({ campaign }: { campaign: ChatCampaign }) {
  const { viewer } = readSite()
  const { state, dispatch, older, reload } = useChat({ campaignId: campaign.id, viewerId: viewer?.id ?? null })
  const limits = useDiscussionNews(campaign.id, { isLive: true })?.limits
  const remove = useRemove(dispatch)
  const moderate = useCallback(
    async (id: string, decision: ModerationDecision) => dispatch({ type: 'said', message: await api.moderate.call({ id, ...decision }), isMine: false }),
    [dispatch],
  )
  const shorten = useCallback(() => dispatch({ type: 'shorten' }), [dispatch])
  const signIn = signInHref(`/campaigns/${addressPart(campaign)}`)

  if (state.load === 'closed') return <p className="p-4">{m.chat_not_active()}</p>
  return (
    <>
      {state.load === 'ready' && (state.messages.length > 0 || state.sending) ? (
        <MessageList
          state={state}
          viewer={viewer}
          mayRemove={(message) => !message.moderation && mayRemove({ isAuthor: message.author.id === viewer?.id, isCreator: campaign.viewer.isCreator })}
          onRemove={remove}
          onModerate={moderate}
          onOlder={older}
          onAtEnd={shorten}
        />
      ) : (
        <Nothing load={state.load} onRetry={reload} />
      )}
      <SpokenNews messages={state.messages} viewerId={viewer?.id ?? null} />
      {viewer ? (
        limits?.isLocked && isSlowed(viewer) ? (
          <p className="border-t border-line p-3 font-semibold">{m.comments_closed()}</p>
        ) : (
          <Composer campaignId={campaign.id} personId={viewer.id} signIn={signIn} slowSeconds={limits?.slowSeconds ?? 0} dispatch={dispatch} />
        )
      ) : (
        <div className="border-t border-line bg-raised p-3">
          <a href={signIn} className={buttonClass({ tone: 'secondary', wide: true })}>
            {m.chat_sign_in()}
          </a>
          <p className="mt-1 text-center text-xs text-muted">{m.chat_sign_in_hint()}</p>
        </div>
      )}
    </>
  )
}

function Nothing({ load, onRetry }: { load: 'loading' | 'ready' | 'failed'; onRetry: () => void }) {
  return (
    <div className="grid grow place-content-center justify-items-center gap-3 p-4 text-center">
      {load === 'loading' && <Spinner />}
      {load === 'ready' && <p className="text-lg font-semibold">{m.chat_empty()}</p>}
      {load === 'failed' && (
        <>
          <p role="alert">{m.chat_load_failed()}</p>
          <Button onClick={onRetry}>{m.design_try_again()}</Button>
        </>
      )}
    </div>
  )
}

/** Deletes a message after a confirmation and removes it here at once; other pages receive the deletion from the live stream. */
function useRemove(dispatch: Dispatch<ChatAction>) {
  const { confirm } = useAlert()
  const toast = useToast()
  return useCallback(
    async ({ id }: ChatMessage) => {
      if (!(await confirm(m.chat_delete_question(), { confirm: m.chat_delete(), danger: true }))) return
      try {
        await api.remove.call({ id })
        dispatch({ type: 'removed', id })
      } catch (error) {
        // The message was deleted elsewhere, so it is removed here too.
        if (refusalOf(error)?.code === 'NOT_FOUND') dispatch({ type: 'removed', id })
        else toast({ text: refusalOf(error) ? m.chat_delete_failed() : m.error_network(), tone: 'problem' })
      }
    },
    [confirm, toast, dispatch],
  )
}
