import { SendHorizontal } from 'lucide-react'
import { type Dispatch, type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { Button } from '#design/button.tsx'
import { controlClass, cx } from '#design/classes.ts'
import { CharacterCounter } from '#design/counter.tsx'
import { SlowNotice } from '#features/moderation/switches/ui/slow-notice.tsx'
import { m } from '#messages'
import { chatLimits } from '../terms.ts'
import type { ChatAction } from './chat-state.ts'
import { useSend } from './use-send.ts'

type ComposerProps = { campaignId: string; personId: string; signIn: string; slowSeconds: number; dispatch: Dispatch<ChatAction> }

/** The field for a message: Enter sends, Shift+Enter starts a new line. */
export function Composer(props: ComposerProps) {
  const { text, problem, isSending, secondsLeft, send, type } = useSend(props)
  const id = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  useGrowing(box, text)

  function press(event: KeyboardEvent) {
    // While an input method composes text, Enter confirms a character.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <form
      data-before-bar=""
      className="border-t border-line bg-raised p-2"
      onSubmit={(event) => {
        event.preventDefault()
        box.current?.focus()
        send()
      }}
    >
      <div role="alert">{problem && <p className="mb-2 border-s-3 border-danger-text ps-2 text-sm font-semibold text-danger-text">{problem}</p>}</div>
      <div className="mb-2 text-sm empty:hidden">
        <SlowNotice seconds={props.slowSeconds} />
      </div>
      <div className="flex items-end gap-2">
        <textarea
          ref={box}
          id={id}
          dir="auto"
          rows={1}
          value={text}
          aria-label={m.chat_write()}
          aria-describedby={`${id}-keys`}
          placeholder={m.chat_write()}
          enterKeyHint="send"
          autoComplete="off"
          onKeyDown={press}
          onChange={(event) => type(event.target.value)}
          className={cx(controlClass, 'max-h-32 scroll-mb-32 resize-none py-2 leading-snug')}
        />
        <Button
          type="submit"
          tone={secondsLeft > 0 ? 'secondary' : 'primary'}
          aria-disabled={isSending || secondsLeft > 0 || undefined}
          className="min-w-20 shrink-0"
        >
          {secondsLeft > 0 ? (
            <>
              <span aria-hidden="true" className="tabular-nums">
                {secondsLeft < 120 ? m.chat_wait({ seconds: String(secondsLeft) }) : m.chat_wait_minutes({ minutes: String(Math.ceil(secondsLeft / 60)) })}
              </span>
              <span className="sr-only">{m.chat_wait_spoken({ seconds: String(secondsLeft) })}</span>
            </>
          ) : (
            <>
              {m.chat_send()}
              <SendHorizontal className="size-4 rtl:-scale-x-100" aria-hidden="true" />
            </>
          )}
        </Button>
      </div>
      <div className="mt-2 flex justify-between gap-4">
        <p id={`${id}-keys`} className="text-xs text-muted pointer-coarse:sr-only">
          {m.chat_keys()}
        </p>
        <CharacterCounter value={text} max={chatLimits.body} />
      </div>
    </form>
  )
}

/** Fits the height to the text, up to the CSS maximum. */
function useGrowing(box: React.RefObject<HTMLTextAreaElement | null>, text: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: its height follows the text
  useEffect(() => {
    const area = box.current
    if (!area) return
    area.style.height = 'auto'
    area.style.height = `${area.scrollHeight + 2}px`
  }, [box, text])
}
