import { useEffect, useRef, useState } from 'react'
import type { Picture } from '#features/media/contract.ts'
import { whyNotPicture } from '#features/media/policy.ts'
import { uploadPicture } from '#features/media/ui/public.ts'
import { freshKey } from '#platform/client/fresh-key.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { useRequestKey } from '#platform/client/request-key.ts'
import { api } from './api.ts'
import { drawingText, uploadText } from './cover-text.ts'

export type Cover = ReturnType<typeof useCover>

/** What is under way: a file going up (0 to 1 of it sent), or a picture being drawn. */
export type CoverWork = { kind: 'uploading'; preview: string; share: number } | { kind: 'generating' }
/** Why there is no picture, and how it may be tried again. */
export type CoverProblem = { text: string; again: (() => void) | null; isSignedOut: boolean }

type Words = { title: string; target: string }

/** Idle, then uploading or generating, then set (`onPicture` is told). A newer choice ends an older one; a failure leaves what was there. */
export function useCover(onPicture: (picture: Picture) => void) {
  const [work, setWork] = useState<CoverWork | null>(null)
  const [problem, setProblem] = useState<CoverProblem | null>(null)
  const running = useRef<AbortController | null>(null)
  const drawing = useRequestKey()
  useEffect(() => () => running.current?.abort(), [])
  const preview = work?.kind === 'uploading' ? work.preview : null
  useEffect(() => {
    if (preview === null) return
    return () => URL.revokeObjectURL(preview)
  }, [preview])

  type Run = { work: CoverWork; make: (signal: AbortSignal) => Promise<Picture>; textOf: (error: unknown) => string; again: () => void }

  /** Ends with the picture, or with the reason why not; with neither when it was stopped or replaced. */
  async function run({ work: begun, make, textOf, again }: Run) {
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    setProblem(null)
    setWork(begun)
    try {
      const picture = await make(own.signal)
      if (running.current === own) onPicture(picture)
    } catch (error) {
      if (running.current === own) setProblem({ text: textOf(error), again: mayHelp(error) ? again : null, isSignedOut: refusalOf(error)?.status === 401 })
    }
    if (running.current !== own) return
    running.current = null
    setWork(null)
  }

  function upload(file: File, key = freshKey()) {
    const refusal = whyNotPicture(file, 'campaign_cover')
    if (refusal !== null) return setProblem(toldOnly(uploadText(refusal)))
    void run({
      work: { kind: 'uploading', preview: URL.createObjectURL(file), share: 0 },
      make(signal) {
        const onProgress = (share: number) => {
          if (!signal.aborted) setWork((before) => (before?.kind === 'uploading' ? { ...before, share } : before))
        }
        return uploadPicture({ file, purpose: 'campaign_cover', key, signal, onProgress })
      },
      textOf: (error) => uploadText(refusalOf(error)?.code ?? null),
      again: () => upload(file, key),
    })
  }

  function generate(words: Words) {
    void run({
      work: { kind: 'generating' },
      async make(signal) {
        // Without an answer it may have been drawn, and is asked for again.
        const picture = await api.media.generate.call(words, { signal, context: { idempotencyKey: drawing.keyFor(words) } })
        drawing.clear()
        return picture
      },
      textOf: (error) => drawingText(refusalOf(error)?.code ?? null),
      again: () => generate(words),
    })
  }

  function stop() {
    running.current?.abort()
    running.current = null
    setWork(null)
    setProblem(null)
  }

  return { upload, generate, stop, refuse: (text: string) => setProblem(toldOnly(text)), work, problem }
}

const toldOnly = (text: string): CoverProblem => ({ text, again: null, isSignedOut: false })

/** Whether the same once more could end otherwise: without an answer, or with one that speaks of the moment. */
function mayHelp(error: unknown): boolean {
  const status = refusalOf(error)?.status ?? 0
  return status === 0 || status >= 500
}
