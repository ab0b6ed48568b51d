import { useEffect, useRef, useState } from 'react'
import { whyNotPicture } from '#features/media/policy.ts'
import { pictureText, shrunk, UploadFailed, uploadPicture } from '#features/media/ui/public.ts'
import { m } from '#messages'
import { freshKey } from '#platform/client/fresh-key.ts'

type Chosen = { key: string; file: File; preview: string }
export type OnePicture = ReturnType<typeof usePicture>

/** One picture of a form: chosen and shown at once, sent when the form is. */
export function usePicture(purpose: 'community_logo' | 'community_banner') {
  /** Undefined leaves what is saved, null takes it off. */
  const [chosen, setChosen] = useState<Chosen | null | undefined>(undefined)
  const [problem, setProblem] = useState<string | null>(null)
  const sent = useRef(new Map<string, string>())
  const preview = chosen?.preview
  useEffect(() => {
    if (preview === undefined) return
    return () => URL.revokeObjectURL(preview)
  }, [preview])

  /** Judged as it will be sent: at most 1920 wide. */
  async function choose(given: File) {
    setProblem(null)
    const isType = whyNotPicture({ type: given.type, size: 0 }, purpose) === null
    const file = isType ? await shrunk(given) : given
    const why = whyNotPicture(file, purpose)
    if (why) return setProblem(pictureText(why) ?? m.media_unknown())
    setChosen({ key: freshKey(), file, preview: URL.createObjectURL(file) })
  }

  return {
    chosen,
    problem,
    choose,
    remove() {
      setProblem(null)
      setChosen(null)
    },
    /** What the server is told: nothing, none, or the id of what was sent now. Throws `UploadFailed`. */
    async upload(): Promise<string | null | undefined> {
      if (!chosen) return chosen
      const { key, file } = chosen
      const before = sent.current.get(key)
      if (before !== undefined) return before
      try {
        const { id } = await uploadPicture({ file, purpose, key, signal: new AbortController().signal, onProgress: () => {} })
        sent.current.set(key, id)
        return id
      } catch (error) {
        throw new UploadFailed(error, { isStopped: false })
      }
    },
    /** After a refusal that speaks of it: it is sent anew the next time, as another request. */
    forgetSent() {
      sent.current.clear()
      setChosen((before) => before && { ...before, key: freshKey() })
    },
    refuse: (text: string) => setProblem(text),
  }
}
