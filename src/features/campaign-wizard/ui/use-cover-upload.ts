import { useEffect, useRef, useState } from 'react'
import type { Picture } from '#features/media/contract.ts'
import { whyNotCover } from '#features/media/policy.ts'
import { m } from '#messages'
import { api } from './api.ts'

export type CoverUpload = ReturnType<typeof useCoverUpload>

/** Idle, uploading, or set (then `onPicture` was told). A newer choice ends an older upload; a failure leaves what was there. */
export function useCoverUpload(onPicture: (picture: Picture) => void) {
  const [preview, setPreview] = useState<string | null>(null)
  const [error, setError] = useState<string | undefined>()
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  useEffect(() => {
    if (preview === null) return
    return () => URL.revokeObjectURL(preview)
  }, [preview])

  async function upload(file: File) {
    const refusal = whyNotCover(file)
    if (refusal !== null) {
      setError(coverText(refusal))
      return
    }
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    setError(undefined)
    setPreview(URL.createObjectURL(file))
    try {
      const picture = await api.media.upload.call({ purpose: 'campaign_cover', file }, { signal: own.signal })
      if (running.current === own) onPicture(picture)
    } catch (problem) {
      if (running.current === own) setError(coverText(codeOf(problem)))
    }
    if (running.current !== own) return
    running.current = null
    setPreview(null)
  }

  function stop() {
    running.current?.abort()
    running.current = null
    setPreview(null)
    setError(undefined)
  }

  return { upload, stop, refuse: setError, error, preview, isUploading: preview !== null }
}

function coverText(code: unknown): string {
  if (code === 'IMAGE_TYPE') return m.wizard_cover_type()
  if (code === 'IMAGE_TOO_LARGE') return m.wizard_cover_too_large()
  return m.wizard_cover_failed()
}

const codeOf = (problem: unknown): unknown => (typeof problem === 'object' && problem !== null && 'code' in problem ? problem.code : null)
