import { useEffect, useRef, useState } from 'react'
import { PictureRefused, preparePicture } from '#features/media/ui/prepare-picture.ts'
import { pictureText } from '#features/media/ui/problem-text.ts'
import { uploadPicture } from '#features/media/ui/upload-picture.ts'
import { UploadFailed } from '#features/media/ui/use-pictures.ts'
import { freshKey } from '#platform/client/fresh-key.ts'

type Chosen = { key: string; file: File; preview: string }
export type OnePicture = ReturnType<typeof usePicture>

/** One picture of a form: shown as soon as it is chosen, uploaded when the form is submitted. */
export function usePicture(purpose: 'community_logo' | 'community_banner') {
  /** Undefined keeps the saved picture, null removes it. */
  const [chosen, setChosen] = useState<Chosen | null | undefined>(undefined)
  const [problem, setProblem] = useState<string | null>(null)
  const sent = useRef(new Map<string, string>())
  const preview = chosen?.preview
  useEffect(() => {
    if (preview === undefined) return
    return () => URL.revokeObjectURL(preview)
  }, [preview])

  async function choose(given: File) {
    setProblem(null)
    try {
      const file = await preparePicture(given, purpose)
      setChosen({ key: freshKey(), file, preview: URL.createObjectURL(file) })
    } catch (error) {
      setProblem(pictureText(error instanceof PictureRefused ? error.code : ''))
    }
  }

  return {
    chosen,
    problem,
    choose,
    remove() {
      setProblem(null)
      setChosen(null)
    },
    /** Uploads the chosen picture and returns its id; undefined if unchanged, null if removed. Throws `UploadFailed`. */
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
    /** Call it after the server refused the picture, so that the next upload is a new request with a new key. */
    forgetSent() {
      sent.current.clear()
      setChosen((before) => before && { ...before, key: freshKey() })
    },
    refuse: (text: string) => setProblem(text),
  }
}
