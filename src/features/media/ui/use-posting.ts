import { useRef, useState } from 'react'
import { refusalOf } from '#platform/client/refusal-of.ts'
import type { PictureHolder } from '../terms.ts'
import { UploadFailed, usePictures } from './use-pictures.ts'

type Handlers = {
  onSignedOut: () => void
  /** Returns the text for a failure; null if a field shows it. */
  onFailed: (error: unknown) => string | null
}
type Post = {
  /** True if the form is valid. */
  isFit: boolean
  send: (mediaIds: string[]) => Promise<void>
}
export type Posting = ReturnType<typeof usePosting>

/** Sends a form with pictures: uploads the pictures, then sends the form, and shows a failure. */
export function usePosting(holder: PictureHolder, { onSignedOut, onFailed }: Handlers) {
  const pictures = usePictures(holder)
  const [isPosting, setPosting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isBusy = useRef(false)

  async function post({ isFit, send }: Post) {
    if (isBusy.current || pictures.isPreparing) return
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
    setProblem(refusal?.text ?? onFailed(error))
  }

  return { pictures, isPosting, problem, post }
}
