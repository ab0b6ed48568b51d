import { useEffect, useRef, useState } from 'react'
import type { Picture } from '#features/media/contract.ts'
import { PictureRefused, preparePicture, whyNotOpened } from '#features/media/ui/prepare-picture.ts'
import { uploadPicture } from '#features/media/ui/upload-picture.ts'
import { freshKey } from '#platform/client/fresh-key.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { useRequestKey } from '#platform/client/request-key.ts'
import { api } from './api.ts'
import { drawingText, uploadText } from './cover-text.ts'

export type Cover = ReturnType<typeof useCover>

/** The running task: a file that is uploading (`share`: 0 to 1 of it sent), or a picture that is being generated. */
export type CoverWork = { kind: 'uploading'; preview: string; share: number } | { kind: 'generating' }
/** The reason why there is no picture, and a retry if that may help. */
export type CoverProblem = { text: string; again: (() => void) | null; isSignedOut: boolean }

type Words = { title: string; target: string }

/** Idle, then uploading or generating, then set (calls `onPicture`). A newer choice aborts an older one. A failure leaves the previous cover. */
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

  /** Ends with the picture or with a problem; with neither if it was stopped or replaced. */
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
    const refusal = whyNotOpened(file)
    if (refusal !== null) return setProblem(reportedOnly(uploadText(refusal)))
    void run({
      work: { kind: 'uploading', preview: URL.createObjectURL(file), share: 0 },
      async make(signal) {
        const small = await preparePicture(file, 'campaign_cover')
        const onProgress = (share: number) => {
          if (!signal.aborted) setWork((before) => (before?.kind === 'uploading' ? { ...before, share } : before))
        }
        return uploadPicture({ file: small, purpose: 'campaign_cover', key, signal, onProgress })
      },
      textOf: (error) => uploadText(error instanceof PictureRefused ? error.code : (refusalOf(error)?.code ?? null)),
      again: () => upload(file, key),
    })
  }

  function generate(words: Words) {
    void run({
      work: { kind: 'generating' },
      async make(signal) {
        // If the response was lost, the picture may already exist; the same idempotency key requests it again.
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

  return { upload, generate, stop, refuse: (text: string) => setProblem(reportedOnly(text)), work, problem }
}

const reportedOnly = (text: string): CoverProblem => ({ text, again: null, isSignedOut: false })

/** True if a retry may succeed: after no response or a server error. */
function mayHelp(error: unknown): boolean {
  if (error instanceof PictureRefused) return false
  const status = refusalOf(error)?.status ?? 0
  return status === 0 || status >= 500
}
