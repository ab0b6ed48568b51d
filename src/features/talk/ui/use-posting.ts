import { useRef, useState } from 'react'
import type { PictureHolder } from '#features/media/policy.ts'
import { UploadFailed, usePictures } from '#features/media/ui/public.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'

type Handlers = {
  onSignedOut: () => void
  /** What is said of a failure; null where a field says it. */
  onFailed: (error: unknown) => string | null
}
type Post = {
  /** Whether what was typed may be sent. */
  isFit: boolean
  send: (mediaIds: string[]) => Promise<void>
}
export type Posting = ReturnType<typeof usePosting>

/** What a post goes through, whatever it says: its pictures are sent first, then itself, and what went wrong is said. */
export function usePosting(holder: PictureHolder, { onSignedOut, onFailed }: Handlers) {
  const pictures = usePictures(holder)
  const [isPosting, setPosting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isBusy = useRef(false)

  async function post({ isFit, send }: Post) {
    if (isBusy.current) return
    setProblem(null)
    if (!isFit) return
    isBusy.current = true
    setPosting(true)
    try {
      await send(await pictures.upload())
      pictures.clear()
    } catch (error) {
      fail(error)
    } finally {
      isBusy.current = false
      setPosting(false)
    }
  }

  function fail(error: unknown) {
    const refusal = refusalOf(error instanceof UploadFailed ? error.cause : error)
    if (refusal?.code === 'UNAUTHORIZED') return onSignedOut()
    if (error instanceof UploadFailed) return setProblem(error.isStopped ? null : error.message)
    if (refusal?.fields.mediaIds) pictures.forgetSent()
    setProblem(onFailed(error))
  }

  return { pictures, isPosting, problem, post }
}
